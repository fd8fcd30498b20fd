#!/usr/bin/env python3
"""Stands in for a browser at sign-in: goes to the page that it is given, and wherever that page sends it."""

import sys
import urllib.request

try:
    urllib.request.urlopen(sys.argv[1], timeout=20).read()
except OSError as problem:
    sys.exit(f"{sys.argv[1]}: {problem}")
