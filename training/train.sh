#!/usr/bin/env bash
# From a corpus folder to the committed parameters; measured on two cores: 6 minutes to compose, 45 to fit.
#   npm run train -- CORPUS_DIR                    composes calls, fits three networks, writes the parameters
#   FOLDS="0 1 2 3" npm run train -- CORPUS_DIR    fits one network without each of these folds instead, and evaluates them
#   SOUNDS=DIR npm run train -- CORPUS_DIR         composes with the sounds of gather.py as well
# Needs Debian's python3-torch, python3-numpy, python3-scipy, espeak-ng, flite, sox, fluidsynth and fluid-soundfont-gm.
# Everything it makes on the way lies in training/work, which is not committed.
set -euo pipefail
corpus=$(realpath "${1:?usage: train.sh CORPUS_DIR}")
extra=${SOUNDS:+$(realpath "$SOUNDS")}
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=/usr/bin/python3
mkdir -p work/models
[ -d work/synth/songs ] || $python synthesise.py "$corpus" work/synth --seed 1

# Runs its arguments, each a command, two at a time.
two_at_a_time() { printf '%s\0' "$@" | xargs -0 -P 2 -I{} bash -c '{}'; }

if [ ! -d work/calls ]; then
  compose() { echo "$python compose.py $corpus work/calls.new --sounds work/synth${extra:+,$extra} --hours 85 --seed $1"; }
  two_at_a_time "$(compose 21)" "$(compose 22)"
  mv work/calls.new work/calls
fi
if [ -n "${FOLDS:-}" ]; then
  fits=()
  for fold in $FOLDS; do
    fits+=("$python train.py work/calls work/models/fold-$fold.pt --leave-out $fold --batches 2500 --seed 1")
  done
  two_at_a_time "${fits[@]}"
  $python evaluate.py work/calls "$corpus" 'work/models/fold-{fold}.pt' --limit 120
else
  fits=()
  for seed in 1 2 3; do
    fits+=("$python train.py work/calls work/models/final-$seed.pt --batches 3000 --seed $seed --labelled $corpus")
  done
  two_at_a_time "${fits[@]}"
  $python export.py ../src/detect/network/parameters.ts ../test/detect/network-vector.json work/models/final-{1,2,3}.pt
  npx prettier --write ../test/detect/network-vector.json ../src/detect/network/parameters.ts
fi
