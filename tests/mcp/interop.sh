#!/usr/bin/env bash
# Programs with servers that are not ours, and clients that are not ours with `concerto mcp serve`; `interop.py` has the cases.
# Needs Python with `venv` and npm; installs below the target folder. Arguments go on to `interop.py`.
set -euo pipefail
cd "$(dirname "$0")"
source ./install.sh mcp-interop \
    @modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-filesystem@2026.8.31 \
    @modelcontextprotocol/server-memory@2026.8.31 @modelcontextprotocol/inspector@2.12.0
python="$packages/python"
if [ ! -x "$python/bin/pip" ]; then
    python3 -m venv "$python"
fi
"$python/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
"$python/bin/python" interop.py --node "$(command -v node)" --packages "$packages/node_modules" \
    --concerto "$target/debug/concerto" "$@"
