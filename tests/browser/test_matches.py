"""Whole matches in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Make = Callable[..., Page]
GAMES = ("gold-hunting", "china-gold", "tower-of-doubt", "stick-collection")
STACK = "stack 112/231/2/132"


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or "0")


def over(page: Page) -> bool:
    return page.locator("text=Check the dice").count() > 0 and (
        page.get_by_role("button", name="Play again").count() > 0
    )


def open_table(page: Page, game: str, mode: str, seats: int = 2) -> None:
    page.goto(f"/new/{game}")
    page.get_by_label("Your name").fill("Ona")
    page.locator(f"input[name=mode][value={mode}]").check()
    if seats != 2:
        page.locator("select[name=seats]").select_option(str(seats))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def join(page: Page, table: str, seat: int, name: str) -> None:
    page.goto(table)
    form = page.locator(f"form[action$='/sit']:has(input[name=seat][value='{seat}'])")
    form.locator("input[name=name]").fill(name)
    form.get_by_role("button", name="Sit here").click()
    expect(page.locator(".seats")).to_contain_text("(you)")


def move(page: Page, rng: Random) -> bool:
    """Make any move that the page offers; whether there was one."""
    if page.locator("#typed").count():
        page.locator("#typed").fill(STACK)
        before = version(page)
        page.get_by_role("button", name="Stack").click()
    else:
        buttons = page.locator("#moves button[name=move]")
        count = buttons.count()
        if count == 0:
            return False
        # Digs and bids first, so that matches end soon.
        value = buttons.nth(rng.randrange(count)).get_attribute("value")
        digs = page.locator("#moves button[value*=' dig ']")
        if digs.count():
            value = digs.nth(rng.randrange(digs.count())).get_attribute("value")
        before = version(page)
        page.locator(f'#moves button[value="{value}"]').click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
    return True


def play_out(pages: Sequence[Page], rng: Random, moves: int = 1000) -> None:
    for _ in range(moves):
        newest = max(version(page) for page in pages)
        for page in pages:
            page.wait_for_function(
                "v => Number(document.getElementById('table').dataset.version) >= v", arg=newest
            )
        if all(over(page) for page in pages):
            return
        assert any(move(page, rng) for page in pages)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_whole_match(game: str, sit_down: Make) -> None:
    ona, jonas = sit_down(), sit_down(viewport={"width": 1280, "height": 800})
    open_table(ona, game, "invite")
    join(jonas, ona.url, 1, "Jonas")
    play_out((ona, jonas), Random(game))
    assert over(ona)
    assert over(jonas)
    ona.get_by_role("link", name="Check the dice").click()
    expect(ona.locator(".facts")).not_to_contain_text("shown when the match is over")


def test_five_seats_collect_sticks(sit_down: Make) -> None:
    pages = [sit_down() for _ in range(5)]
    open_table(pages[0], "stick-collection", "invite", seats=5)
    for seat, page in enumerate(pages[1:], 1):
        join(page, pages[0].url, seat, f"Player {seat}")
    play_out(pages, Random(5))
    assert all(over(page) for page in pages)


def test_a_shared_device_shows_a_curtain_between_turns(sit_down: Make) -> None:
    page, rng = sit_down(), Random(7)
    open_table(page, "tower-of-doubt", "device")
    for _ in range(200):
        if over(page):
            break
        curtain = page.locator(".curtain button")
        if curtain.count():
            assert page.locator("#moves").count() == 0
            curtain.click()
            expect(page.locator("#moves")).to_be_visible()
        else:
            assert move(page, rng)
    assert over(page)


def test_a_spectator_sees_the_public_board_and_no_moves(sit_down: Make) -> None:
    ona, jonas, eve = sit_down(), sit_down(), sit_down()
    open_table(ona, "gold-hunting", "invite")
    join(jonas, ona.url, 1, "Jonas")
    eve.goto(ona.url)
    move(ona, Random(1))
    move(jonas, Random(1))
    expect(eve.locator("#table")).to_have_attribute("data-version", str(version(jonas)))
    assert eve.locator("#moves").count() == 0
    assert "112" not in eve.locator(".log").inner_text()


def test_reloading_at_any_time_shows_the_same_present(sit_down: Make) -> None:
    ona, jonas, rng = sit_down(), sit_down(), Random(3)
    open_table(ona, "gold-hunting", "invite")
    join(jonas, ona.url, 1, "Jonas")
    for _ in range(30):
        if over(ona) and over(jonas):
            break
        for page in (ona, jonas):
            live = page.locator(".log").inner_html()
            now = version(page)
            page.reload()
            if version(page) == now:
                assert page.locator(".log").inner_html() == live
        newest = max(version(ona), version(jonas))
        for page in (ona, jonas):
            page.wait_for_function(
                "v => Number(document.getElementById('table').dataset.version) >= v", arg=newest
            )
        assert move(ona, rng) or move(jonas, rng)


def test_without_script_forms_play(sit_down: Make) -> None:
    page, rng = sit_down(java_script_enabled=False), Random(4)
    open_table(page, "tower-of-doubt", "device")
    for _ in range(200):
        if over(page):
            break
        buttons = page.locator(".curtain button, #moves button[name=move]")
        with page.expect_navigation():
            buttons.nth(rng.randrange(buttons.count())).click()
    assert over(page)


def test_keyboard_alone_plays(sit_down: Make) -> None:
    page = sit_down()
    page.goto("/")
    page.get_by_role("button", name="Play now – Tower of Doubt").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for _ in range(300):
        if over(page):
            break
        page.locator("#moves button[name=move], button:has-text('Play again')").first.wait_for()
        if over(page):
            break
        before = version(page)
        page.locator("#moves button[name=move]").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
    assert over(page)
