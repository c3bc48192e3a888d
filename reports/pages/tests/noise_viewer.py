#!/usr/bin/env python3
"""Makes a stand-in for the viewer: noise_viewer.py FOLDER BYTES writes FOLDER/viewer, which answers every request for a
picture with one PNG of noise, about so large; noise cannot be compressed."""

import math
import pathlib
import random
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def noise_png(size):
    side = math.isqrt(size // 3)
    lines = random.Random(1)
    rows = b"".join(b"\0" + lines.randbytes(3 * side) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


folder = pathlib.Path(sys.argv[1])
(folder / "noise.png").write_bytes(noise_png(int(sys.argv[2])))
viewer = folder / "viewer"
viewer.write_text(f"""#!/bin/sh
while read -r line; do
    printf "%s\\n" "{{\\"png\\": \\"$(base64 -w 0 "{folder}/noise.png")\\"}}"
done
""")
viewer.chmod(0o755)
