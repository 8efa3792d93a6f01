#!/usr/bin/env bash
# From a corpus folder to the committed parameters, within an hour on two cores.
#   npm run train -- CORPUS_DIR          composes, fits, evaluates one held-out fold, writes the parameters
#   FOLDS="0 1 3" MINUTES=9 npm run train -- CORPUS_DIR
# Needs Debian's python3-torch, python3-numpy, python3-scipy, espeak-ng, flite, sox, fluidsynth and fluid-soundfont-gm.
# Everything it makes on the way lies in training/work, which is not committed.
set -euo pipefail
corpus=$(realpath "${1:?usage: train.sh CORPUS_DIR}")
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=/usr/bin/python3
minutes=${MINUTES:-20}
mkdir -p work/models
[ -d work/synth/songs ] || $python synthesise.py "$corpus" work/synth --seed 1
[ -d work/calls ] || $python compose.py "$corpus" work/synth work/calls --hours 100 --minutes 15 --seed 1
for fold in ${FOLDS:-1}; do
  $python train.py work/calls "work/models/fold-$fold.pt" --leave-out "$fold" --minutes "$minutes" --seed 1
done
$python evaluate.py work/calls "$corpus" 'work/models/fold-{fold}.pt' --limit 120
$python train.py work/calls work/models/final.pt --minutes "$minutes" --seed 2 --labelled "$corpus"
$python export.py ../src/detect/network/parameters.ts ../test/detect/network-vector.json work/models/final.pt
npx prettier --write ../test/detect/network-vector.json ../src/detect/network/parameters.ts
