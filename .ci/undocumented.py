#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""Lists the symbols of symbol graphs that have no documentation; fails if there are any.

What implements a documented requirement of a protocol needs none of its own, nor does what the compiler writes.
"""

import json
import sys

missing = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    implementations = {link["source"] for link in graph["relationships"] if "sourceOrigin" in link}
    for symbol in graph["symbols"]:
        if symbol.get("docComment") or symbol["identifier"]["precise"] in implementations:
            continue
        if location := symbol.get("location"):
            place = location["uri"].partition("/Sources/")[2]
            name = ".".join(symbol["pathComponents"])
            missing.append(f"Sources/{place}:{location['position']['line'] + 1}: {name} is not documented")

print("\n".join(sorted(missing)), end="\n" if missing else "", file=sys.stderr)
sys.exit(1 if missing else 0)
