#!/usr/bin/env bash
# Runs the official conformance suite of the protocol against the built `concerto`, as a client and as a server; `conformance.py`
# says what counts. Needs Python 3.11 and npm; installs below the target folder. Arguments go on to `conformance.py`.
set -euo pipefail
cd "$(dirname "$0")"
source ./install.sh mcp-conformance @modelcontextprotocol/conformance@0.2.0-alpha.12
python3 conformance.py --node "$(command -v node)" --concerto "$target/debug/concerto" \
    --suite "$packages/node_modules/@modelcontextprotocol/conformance/dist/index.js" "$@"
