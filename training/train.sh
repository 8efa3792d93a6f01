#!/usr/bin/env bash
# From a corpus folder and the sounds of gather.py to the committed parameters: three earlier networks (`before`, below) go on from where
# they were, with calls whose persons take turns. 5 minutes to compose and 8 to fit on two idle cores.
#   SOUNDS=DIR npm run train -- CORPUS_DIR               makes the committed parameters; DIR is gather.py's
#   SCRATCH=yes SOUNDS=DIR npm run train -- CORPUS_DIR   fits three networks from nothing instead, as the earlier ones were: an hour
#   FOLDS="0 1 2 3" npm run train -- CORPUS_DIR          fits one from nothing without each of these folds instead, and evaluates them
#   SMALL=1 npm run train -- CORPUS_DIR                  every step of these with small sizes, in minutes; changes no committed file
# What it needs is in inputs.sh and looked for first. Everything it makes on the way lies in training/work (small: training/work/small),
# which is not committed.
set -euo pipefail
corpus=$(realpath "${1:?usage: train.sh CORPUS_DIR}")
extra=${SOUNDS:+$(realpath "$SOUNDS")}
cd "$(dirname "$0")"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=/usr/bin/python3
# The commit that holds the parameters from which the committed ones were made.
before=e3cc3f9
source ./inputs.sh

work=work
parameters=../src/detect/network/parameters.ts
vector=../test/detect/network-vector.json
pieces=64 songs=32 scratch_hours=85 turn_hours=16 scratch_batches=3000 fold_batches=2500 turn_batches="240 120 120"
if [ -n "${SMALL:-}" ]; then
  work=work/small
  rm -rf "$work"
  parameters=$work/parameters.ts
  vector=$work/network-vector.json
  # Calls come in shards of 32, about an hour; less than that is one shard.
  pieces=8 songs=8 scratch_hours=0.1 turn_hours=0.1 scratch_batches=2 fold_batches=2 turn_batches="2 2 2"
fi
mkdir -p "$work/models"

step() { printf '\n== %s\n' "$*"; }

# Runs its arguments, each a command, two at a time.
two_at_a_time() { printf '%s\0' "$@" | xargs -0 -P 2 -I{} bash -c '{}'; }

# compose FOLDER HOURS SEED TURNS: the command for it
compose() { echo "$python compose.py $corpus $1 --sounds ${extra:+$extra,}$work/synth --hours $2 --seed $3 --turns $4"; }

write_parameters() {
  step "write $parameters"
  $python export.py "$parameters" "$vector" "$@"
  npx prettier --write "$vector" "$parameters"
}

synthesise() {
  [ -d "$work/synth" ] && return
  step synthesise
  $python synthesise.py "$corpus" "$work/synth.new" --seed 1 --pieces "$pieces" --songs "$songs"
  mv "$work/synth.new" "$work/synth"
}

compose_scratch() {
  [ -d "$work/calls" ] && return
  step "compose calls"
  two_at_a_time "$(compose "$work/calls.new" "$scratch_hours" 21 0)" "$(compose "$work/calls.new" "$scratch_hours" 22 0)"
  mv "$work/calls.new" "$work/calls"
}

fit_folds() {
  step "fit without folds $*"
  local fits=() fold
  for fold in "$@"; do
    fits+=("$python train.py $work/calls $work/models/fold-$fold.pt --leave-out $fold --batches $fold_batches --seed 1")
  done
  two_at_a_time "${fits[@]}"
  step evaluate
  $python evaluate.py "$work/calls" "$corpus" "$work/models/fold-{fold}.pt" --limit 120
}

fit_scratch() {
  step "fit three networks from nothing"
  local fits=() seed
  for seed in 1 2 3; do
    fits+=("$python train.py $work/calls $work/models/final-$seed.pt --batches $scratch_batches --seed $seed --labelled $corpus")
  done
  two_at_a_time "${fits[@]}"
  write_parameters "$work"/models/final-{1,2,3}.pt
}

fit_turns() {
  if [ ! -d "$work/turns" ]; then
    step "compose calls in turns"
    $(compose "$work/turns.new" "$turn_hours" 31 0.75)
    mv "$work/turns.new" "$work/turns"
  fi
  step "go on from $before"
  git show "$before:src/detect/network/parameters.ts" > "$work/before.ts"
  local batches
  read -ra batches <<< "$turn_batches"
  fit() { echo "$python train.py $work/turns $work/models/turns-$1.pt --from $work/before.ts --seed $1 --batches $2 --rate $3 --labelled $corpus"; }
  two_at_a_time "$(fit 1 "${batches[0]}" 0.0012)" "$(fit 2 "${batches[1]}" 0.0008)" "$(fit 3 "${batches[2]}" 0.0008)"
  write_parameters "$work"/models/turns-{1,2,3}.pt
}

synthesise
if [ -n "${SMALL:-}" ]; then
  compose_scratch
  fit_folds 0 1
  fit_scratch
  fit_turns
elif [ -n "${FOLDS:-}" ]; then
  compose_scratch
  # shellcheck disable=SC2086 # several
  fit_folds $FOLDS
elif [ -n "${SCRATCH:-}" ]; then
  compose_scratch
  fit_scratch
else
  fit_turns
fi
step "done: $parameters"
