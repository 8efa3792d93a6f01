#!/usr/bin/env bash
# From a corpus folder and the sounds of gather.py to the committed parameters: the networks of 20 November go on from where they
# were, with calls whose persons take turns. 5 minutes to compose and 8 to fit on two idle cores.
#   SOUNDS=DIR npm run train -- CORPUS_DIR               makes the committed parameters; DIR is gather.py's
#   SCRATCH=yes SOUNDS=DIR npm run train -- CORPUS_DIR   fits three networks from nothing instead, as those of 20 November were: an hour
#   FOLDS="0 1 2 3" npm run train -- CORPUS_DIR          fits one from nothing without each of these folds instead, and evaluates them
# Needs Debian's python3-torch, python3-numpy, python3-scipy, espeak-ng, flite, sox, fluidsynth and fluid-soundfont-gm.
# Everything it makes on the way lies in training/work, which is not committed.
set -euo pipefail
corpus=$(realpath "${1:?usage: train.sh CORPUS_DIR}")
extra=${SOUNDS:+$(realpath "$SOUNDS")}
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=/usr/bin/python3
# The commit that holds the parameters from which the committed ones were made.
before=e3cc3f9
mkdir -p work/models
[ -d work/synth/songs ] || $python synthesise.py "$corpus" work/synth --seed 1

# Runs its arguments, each a command, two at a time.
two_at_a_time() { printf '%s\0' "$@" | xargs -0 -P 2 -I{} bash -c '{}'; }

# compose FOLDER HOURS SEED TURNS: the command for it
compose() { echo "$python compose.py $corpus $1 --sounds ${extra:+$extra,}work/synth --hours $2 --seed $3 --turns $4"; }

write_parameters() {
  $python export.py ../src/detect/network/parameters.ts ../test/detect/network-vector.json "$@"
  npx prettier --write ../test/detect/network-vector.json ../src/detect/network/parameters.ts
}

if [ -n "${FOLDS:-}${SCRATCH:-}" ] && [ ! -d work/calls ]; then
  two_at_a_time "$(compose work/calls.new 85 21 0)" "$(compose work/calls.new 85 22 0)"
  mv work/calls.new work/calls
fi
if [ -n "${FOLDS:-}" ]; then
  fits=()
  for fold in $FOLDS; do
    fits+=("$python train.py work/calls work/models/fold-$fold.pt --leave-out $fold --batches 2500 --seed 1")
  done
  two_at_a_time "${fits[@]}"
  $python evaluate.py work/calls "$corpus" 'work/models/fold-{fold}.pt' --limit 120
elif [ -n "${SCRATCH:-}" ]; then
  fits=()
  for seed in 1 2 3; do
    fits+=("$python train.py work/calls work/models/final-$seed.pt --batches 3000 --seed $seed --labelled $corpus")
  done
  two_at_a_time "${fits[@]}"
  write_parameters work/models/final-{1,2,3}.pt
else
  if [ ! -d work/turns ]; then
    $(compose work/turns.new 16 31 0.75)
    mv work/turns.new work/turns
  fi
  git show "$before:src/detect/network/parameters.ts" > work/before.ts
  fit() { echo "$python train.py work/turns work/models/turns-$1.pt --from work/before.ts --seed $1 --batches $2 --rate $3 --labelled $corpus"; }
  two_at_a_time "$(fit 1 240 0.0012)" "$(fit 2 120 0.0008)" "$(fit 3 120 0.0008)"
  write_parameters work/models/turns-{1,2,3}.pt
fi
