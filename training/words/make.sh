#!/usr/bin/env bash
# What PocketSphinx needs to understand telephone menus, made from flite's voices and texts.py in one go, a few minutes:
#   bash training/words/make.sh      writes src/transcription/models/menu.lm and telephone.mllr
# Needs flite, python3 with numpy, and the Debian packages of `programs.ts`, which it unpacks into the user's cache itself.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
models=$(realpath ../../src/transcription/models)
work=../work/words
rm -rf "$work"
mkdir -p "$work"
work=$(realpath "$work")
eval "$(node --import tsx programs.ts)" # of sphinx and trainer: a loader, its arguments, the folder of the programs; model
sphinx() { "${sphinx[@]:0:${#sphinx[@]}-1}" "${sphinx[-1]}/$1" "${@:2}"; }
trainer() { "${trainer[@]:0:${#trainer[@]}-1}" "${trainer[-1]}/$1" "${@:2}"; }
flite=$(command -v flite)

python3 language_model.py "$model" "$models/menu.lm"
python3 readings.py "$flite" "$work"

cp -r "$model/en-us" "$work/hmm"
python3 mixture_weights.py "$model/en-us/sendump" "$work/hmm/mixture_weights"
sphinx pocketsphinx_mdef_convert -text "$work/hmm/mdef" "$work/hmm/mdef.txt" > /dev/null 2>&1
cd "$work"
mkdir features sums
trainer sphinx_fe -argfile hmm/feat.params -samprate 16000 -c ids -di wav -ei wav -do features -eo mfc -mswav yes > fe.log 2>&1
trainer bw -hmmdir hmm -moddeffn hmm/mdef.txt -ts2cbfn .ptm. -feat 1s_c_d_dd -svspec 0-12/13-25/26-38 -cmn batch -agc none \
  -dictfn "$model/cmudict-en-us.dict" -fdictfn hmm/noisedict -ctlfn ids -lsnfn transcription -cepdir features -cepext mfc \
  -accumdir sums > bw.log 2>&1
trainer mllr_solve -meanfn hmm/means -varfn hmm/variances -outmllrfn "$models/telephone.mllr" -accumdir sums > solve.log 2>&1
echo "meanCepstrum of src/transcription/pocketsphinx/pocketsphinx.ts: $(python3 "$here/mean_cepstrum.py" features)"
ls -l "$models"
