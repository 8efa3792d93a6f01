# Sourced by train.sh: everything that the training needs, looked for before the first step, so that an hour is not spent on a step
# that must fail. Says all that is missing at once.
missing=()
need() { missing+=("$1"); }

for program in espeak-ng flite sox fluidsynth; do
  command -v "$program" > /dev/null || need "the program $program (Debian's package of that name)"
done
[ -f /usr/share/sounds/sf2/FluidR3_GM.sf2 ] || need "FluidR3_GM.sf2 (Debian's fluid-soundfont-gm)"
for module in torch numpy scipy; do
  $python -c "import $module" 2> /dev/null || need "$module for $python (Debian's python3-$module)"
done
git cat-file -e "$before:src/detect/network/parameters.ts" 2> /dev/null || need "commit $before, whose parameters are gone on from (a whole clone)"

for file in clips.json music.json non_commercial_calls.json; do
  [ -f "$corpus/$file" ] || need "$corpus/$file"
done
for kind in live_conversation live_read recorded_prompt recorded_tts recorded_read background; do
  compgen -G "$corpus/clips/$kind/*.wav.gz" > /dev/null || need "$corpus/clips/$kind/*.wav.gz"
done
compgen -G "$corpus/timelines/*.wav.gz" > /dev/null || need "$corpus/timelines/*.wav.gz"

if [ -n "$extra" ]; then
  [ -f "$extra/manifest.json" ] || need "$extra/manifest.json (gather.py writes it when it has finished)"
  for kind in live_read live_turn tts music background; do
    compgen -G "$extra/$kind/*.raw" > /dev/null || need "$extra/$kind/*.raw (gather.py says what it left out and why)"
  done
elif [ -z "${SMALL:-}" ]; then
  need "SOUNDS=DIR, the folder that gather.py wrote (SMALL=1 does without)"
fi

if [ ${#missing[@]} -gt 0 ]; then
  printf 'missing: %s\n' "${missing[@]}" >&2
  exit 2
fi
