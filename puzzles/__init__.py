"""Yin-Yang puzzles, which are Black & White boards: formats, solving, hints and new ones."""
