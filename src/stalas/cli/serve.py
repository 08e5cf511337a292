"""`stalas serve`: the tables in the browser."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import signal
import socket
import sys
from pathlib import Path

from stalas.core.errors import GameError

DEFAULT_PORT = 8321


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "serve",
        help="play in the browser: start the server",
        description="Starts the tables and prints their address. Ctrl-C stops the server.",
    )
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on")  # noqa: S104
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where tables are kept")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which browsers may ask for it, such as its domain; * for any",
    )
    parser.add_argument(
        "--api-limit",
        type=int,
        default=6000,
        metavar="N",
        help="API requests with a body that one address may send in a minute",
    )
    parser.add_argument("--tls", action="store_true", help="a proxy before it speaks HTTPS")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--lang", choices=("lt", "en"), help="for readers whose browser asks none")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped; exit 2 with a sentence if that cannot be."""
    from stalas.locale import preferred

    try:
        import uvicorn

        from stalas.store.folder import data_folder, database_path
        from stalas.store.sqlite import SqliteStore
        from stalas.table.bots import Bots
        from stalas.table.tables import Tables
        from stalas.web.app import create_app
        from stalas.web.settings import COMMON_HOSTS, Settings, load_secret
    except ModuleNotFoundError as error:
        print(f"stalas serve: {error.name} is missing: pip install 'stalas[web]'", file=sys.stderr)
        return 2
    try:
        folder = args.data or data_folder()
        path = database_path(folder)
        secret = load_secret(folder)
        listening = _listen(args.host, args.port)
        store = SqliteStore(path)
    except (GameError, OSError) as error:
        print(f"stalas serve: {error}", file=sys.stderr)
        return 2
    nearby = _nearby()
    settings = Settings(
        secret,
        hosts=(*COMMON_HOSTS, socket.gethostname(), *nearby, *args.allow_host),
        behind_tls=args.tls,
        language=preferred(args.lang),
        api_posts_a_minute=max(1, args.api_limit),
    )
    tables = Tables(store, Bots())
    app = create_app(tables, settings, closing=store.close)
    port = listening.getsockname()[1]
    _greet(port, nearby if args.host == "0.0.0.0" else [])  # noqa: S104
    if args.open:
        _open_browser(f"http://localhost:{port}/")
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        proxy_headers=args.tls,
        forwarded_allow_ips="127.0.0.1",
    )

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # An open stream would hold the server until it is cut off; ended, it closes itself.
            tables.end_streams()
            await super().shutdown(sockets)

    # Positions of living matches are many and never form cycles: looking through all of them every
    # few thousand allocations would only make everybody wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    # uvicorn raises the signal again when all is closed, and by default it would end the process
    # before it has cleaned up after its workers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever reads the address may come before uvicorn is ready
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise OSError(
            f"cannot listen on {host} port {port}: {reason}; --port takes another one"
        ) from None
    return listening


def _nearby() -> list[str]:
    """The address of this machine on its network, if it has one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
            address = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if address.startswith("127.") else [address]


def _greet(port: int, nearby: list[str]) -> None:
    print(f"Stalas is at http://localhost:{port}/", flush=True)
    if not nearby:
        return
    address = f"http://{nearby[0]}:{port}/"
    print(f"On a phone in the same network: {address}", flush=True)
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True)


def _open_browser(address: str) -> None:
    """Ask for the browser, in a thread of its own: it may wait for one to start.

    Without a screen there is none to open but one that would take the terminal.
    """
    if sys.platform == "linux" and not (os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}):
        return
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
