"""What all tests start from."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a script, where a shell ignores interrupts: programs under test would
    # inherit that, and those that tests interrupt would never end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
