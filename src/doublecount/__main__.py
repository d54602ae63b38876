"""The command: ``python -m doublecount``, and what the script ``doublecount`` calls."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # An interrupt while modules are loaded ends the process at once, without a traceback; main() takes over.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from doublecount.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
