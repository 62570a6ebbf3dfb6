"""The `secateur` command, also as `python -m secateur`."""

from __future__ import annotations

import sys

from secateur import __version__


def main() -> None:
    """Asking for the version takes no parser, which is most of what a short command costs."""
    if sys.argv[1:] == ["--version"]:
        print(f"secateur {__version__}")
        return
    from secateur.cli import main as command  # noqa: PLC0415

    command()


if __name__ == "__main__":
    main()
