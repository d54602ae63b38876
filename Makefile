setup:
	.venv/bin/pip install -q -e .
