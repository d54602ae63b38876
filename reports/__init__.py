"""The HTML report: stored run data in, one self-contained page out."""
