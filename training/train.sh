#!/usr/bin/env bash
# From a corpus folder to the committed parameters. Usage: npm run train -- CORPUS_DIR
# Needs Debian's python3-torch, python3-numpy, python3-scipy, espeak-ng, flite, sox, fluidsynth and fluid-soundfont-gm.
# Everything it makes on the way lies in training/work, which is not committed.
set -euo pipefail
corpus=$(realpath "${1:?usage: train.sh CORPUS_DIR}")
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=/usr/bin/python3
mkdir -p work/models
[ -d work/synth/songs ] || $python synthesise.py "$corpus" work/synth --seed 1
[ -d work/calls ] || $python compose.py "$corpus" work/synth work/calls --hours 100 --seed 1
$python train.py work/calls work/models/final.pt --minutes 35 --seed 1 --labelled "$corpus"
$python export.py ../src/detect/network/parameters.ts ../test/detect/network-vector.json work/models/final.pt
