"""``python -m doublecount`` is the command ``doublecount``."""

from doublecount.cli.main import main

if __name__ == "__main__":
    main()
