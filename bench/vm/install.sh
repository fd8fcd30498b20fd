#!/bin/sh
# Installs the languages that `concerto-bench vm` measures beside: Lua 5.4, LuaJIT, Python 3 and valgrind from Debian's
# packages, QuickJS from a package where there is one, else from the crate in `quickjs/`. Needs the rights of apt-get.
set -eu
cd "$(dirname "$0")"

apt-get install --yes lua5.4 luajit python3 valgrind

if apt-get install --yes quickjs 2>/dev/null; then
    echo "QuickJS: $(command -v qjs)"
else
    cargo build --quiet --release --locked --manifest-path quickjs/Cargo.toml --target-dir quickjs/target
    echo "QuickJS: $PWD/quickjs/target/release/qjs"
fi
