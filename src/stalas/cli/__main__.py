"""`python -m stalas.cli`: the same as the command `stalas`."""

import sys

from stalas.cli import main

sys.exit(main())
