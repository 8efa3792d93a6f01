"""Voices: words and dialogue recorded for Debian's games, speakers of two public corpora, festival's voices."""
import glob, os, random, re, subprocess, tempfile, wave, zipfile
import numpy as np
from scipy.signal import resample_poly
from gather_sounds import RATE, floor_noise, load, trim_ends
from gather_sentences import SENTENCES

WARZONE = {
    "adviser": ["memressp/missmesg", "memressp/console", "memressp/research", "memressp/detect"], "tutorial": ["tutorial"],
    "taunt1": ["taunts/taunt1"], "taunt2": ["taunts/taunt2"], "taunt3": ["taunts/taunt3"],
    "commander": ["memressp/cmndrvoc"], "pilot": ["vtoltalk"], "collective": ["coltive"],
}
HEDGEWARS = {
    "British": "en", "HillBilly": "en", "Mobster": "en", "Pirate": "en", "Russian": "en", "Russian_pl": "pl", "Singer": "en",
    "Surfer": "en", "Default_es": "es", "Default_pl": "pl", "Default_ru": "ru", "Default_uk": "uk",
}
# festival's voice: language, package, licence in its debian/copyright, encoding of its text. Not kal and slt: their
# speakers are groups of the corpus.
FESTIVAL = {
    "ked_diphone": ("en", "kdlpc16k", "BSD-like (University of Edinburgh)", "utf-8"),
    "pc_diphone": ("it", "itapc16k", "GPL-2+", "iso-8859-1"),
    "lp_diphone": ("it", "italp16k", "GPL-2+", "iso-8859-1"),
    "msu_ru_nsh_clunits": ("ru", "ru", "BSD-like (N. Shmyrev)", "utf-8"),
    "suo_fi_lj_diphone": ("fi", "suopuhe-lj", "LGPL-2+", "iso-8859-15"),
    "hy_fi_mv_diphone": ("fi", "suopuhe-mv", "LGPL-2+", "iso-8859-15"),
    "czech_dita": ("cs", "czech-dita", "GPL-3+", "iso-8859-2"),
    "czech_machac": ("cs", "czech-machac", "GPL-3+", "iso-8859-2"),
    "czech_ph": ("cs", "czech-ph", "GPL-2+", "iso-8859-2"),
    "czech_krb": ("cs", "czech-krb", "GPL-3+", "iso-8859-2"),
    "upc_ca_ona_hts": ("ca", "ca-ona-hts", "LGPL-2.1+", "iso-8859-15"),
    "hindi_NSK_diphone": ("hi", "hi-nsk", "GPL-2+", "utf-8"),
    "marathi_NSK_diphone": ("mr", "mr-nsk", "GPL-2+", "utf-8"),
    "telugu_NSK_diphone": ("te", "te-nsk", "GPL-2+", "utf-8"),
}


def sounds(folder):
    return [f for e in ("ogg", "wav", "mp3") for f in glob.glob(f"{folder}/**/*.{e}", recursive=True)]


def some(files, count):
    files = sorted(files)
    random.Random(3).shuffle(files)
    return files[:count]


def children(out, unpacked):
    """Words that KDE's and Tux Paint's contributors spoke: a group for each language, KDE's two programs together,
    because one contributor may have spoken for both."""
    for program, folder, high in (("ktuberling", "ktuberling/sounds", 1.1), ("klettres", "klettres", 0.9)):
        with unpacked(program + "-data") as root:
            for path in sorted(glob.glob(f"{root}/usr/share/{folder}/*/")) if root else []:
                lang, files = os.path.basename(path[:-1]), sounds(path)
                # sr@latin has the sounds of sr
                if "sr@" not in lang and len(files) > 10:
                    out.speech(f"kde-{lang}", some(files, 45), re.split("[_-]", lang)[0], f"debian {program}-data", "GPL-2+", limit=55,
                               low=0.35 if program == "ktuberling" else 0.3, high=high, prefix=program + "-")
    with unpacked("tuxpaint-stamps-default") as root:
        by_language = {}
        for f in sounds(root) if root else []:
            if m := re.search(r"_desc(?:_([A-Za-z_]+))?\.(ogg|wav)$", f):
                by_language.setdefault(m[1] or "en", []).append(f)
        for lang, files in sorted(by_language.items()):
            if len(files) >= 10:
                out.speech(f"tuxpaint-{lang}", some(files, 40), lang.split("_")[0], "debian tuxpaint-stamps-default", "GPL-2+", limit=90)


def actors(out, unpacked):
    """Dialogue and messages of games: a group for each voice."""
    with unpacked("warzone2100-data") as root:
        if root:
            archive = f"{root}/usr/share/games/warzone2100/base.wz"
            with zipfile.ZipFile(archive) as z:
                z.extractall(archive + ".d", [n for n in z.namelist() if n.endswith(".ogg")])
            for who, folders in WARZONE.items():
                files = [f for folder in folders for f in sounds(f"{archive}.d/audio/{folder}")]
                out.speech(f"warzone-{who}", some(files, 30), "en", "debian warzone2100-data", "GPL-2+", limit=70)
    for lang in ("cs", "nl"):
        package = f"fillets-ng-data-{lang}"
        with unpacked(package) as root:
            for who, letter in (("small", "m"), ("big", "v")) if root else ():
                files = [f for f in sounds(root) if (m := re.search("-([mv])-[^/]*$", f)) and m[1] == letter]
                files = [f for f in files if os.path.getsize(f) > 12000]
                out.speech(f"fillets-{lang}-{who}", some(files, 40), lang, f"debian {package}", "GPL-2", limit=115)
    with unpacked("hedgewars-data") as root:
        for voice, lang in HEDGEWARS.items() if root else ():
            files = sounds(f"{root}/usr/share/games/hedgewars/Data/Sounds/voices/{voice}")
            out.speech(f"hedgewars-{voice}", some(files, 60), lang, "debian hedgewars-data", "GFDL-1.3 (no invariant sections)", limit=55)


def read_wav(path):
    with wave.open(path) as w:
        x = np.frombuffer(w.readframes(w.getnframes()), np.int16).astype(np.float32).reshape(-1, w.getnchannels())[:, 0]
        if w.getframerate() != RATE:
            x = resample_poly(x, 1, w.getframerate() // RATE)
    return np.clip(x, -32600, 32600).astype(np.int16)


def speakers(out, checkout):
    """AN4: 84 speakers spell names and numbers; FSDD: six speak digits, here numbers dictated in groups of 2 to 4."""
    rng = np.random.default_rng(7)
    with checkout("cmusphinx/an4", "wav") as root:
        for folder in sorted(glob.glob(f"{root}/*/*/")) if root else []:
            files = sorted(glob.glob(folder + "*.wav"))
            rng.shuffle(files)
            out.speech("an4-" + os.path.basename(folder[:-1]), [read_wav(f) for f in files], "en", "git cmusphinx/an4",
                       "BSD-like (CMU AN4, any use)", limit=80, low=0.4, high=1.2, seed=int(rng.integers(1e6)))
    with checkout("Jakobovski/free-spoken-digit-dataset", "recordings") as root:
        by_speaker = {}
        for f in sorted(glob.glob(f"{root}/*.wav")) if root else []:
            by_speaker.setdefault(os.path.basename(f).split("_")[1], []).append(f)
        for speaker, files in sorted(by_speaker.items()):
            rng.shuffle(files)
            numbers, i = [], 0
            while i < min(130, len(files)):
                count = int(rng.integers(2, 5))
                digits = [read_wav(f) for f in files[i : i + count]]
                i += count
                whole, number = np.concatenate(digits), []
                for x in digits:
                    number += [x.astype(np.float32), floor_noise(whole, int(rng.uniform(0.08, 0.3) * RATE), rng)]
                numbers.append(np.concatenate(number[:-1]).astype(np.int16))
            out.speech(f"fsdd-{speaker}", numbers, "en", "git Jakobovski/free-spoken-digit-dataset", "CC-BY-SA-4.0", limit=60, low=0.4, high=1.2)


def festival(out):
    """Announcements in each voice's own language, two sentences at a time, in files of 5 s and more."""
    for voice, (lang, package, licence, encoding) in FESTIVAL.items():
        texts, spoken = SENTENCES[lang], []
        with tempfile.TemporaryDirectory() as folder:
            for i in range(0, min(12, len(texts) - 1), 2):
                with open(f"{folder}/text", "wb") as text:
                    text.write((" ".join(texts[i : i + 2]) + "\n").encode(encoding, "replace"))
                subprocess.run(["text2wave", "-eval", f"(voice_{voice})", f"{folder}/text", "-o", f"{folder}/{i}.wav"], capture_output=True)
                if os.path.exists(f"{folder}/{i}.wav") and os.path.getsize(f"{folder}/{i}.wav") > 3000:
                    spoken.append(trim_ends(load(f"{folder}/{i}.wav"), 0.15))
        if not spoken:
            print(f"left out: voice {voice} (festvox-{package} is not installed)")
        n, current = 0, []
        for i, x in enumerate(spoken):
            current += [x, np.zeros(int(0.45 * RATE), np.int16)]
            if sum(map(len, current)) > 5 * RATE or i == len(spoken) - 1:
                out.put("tts", f"festival-{voice}", n, np.concatenate(current[:-1]), lang, f"debian festvox-{package}", licence)
                n, current = n + 1, []


def gather(out, unpacked, checkout):
    speakers(out, checkout)
    children(out, unpacked)
    actors(out, unpacked)
    festival(out)
