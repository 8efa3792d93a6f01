"""Music out of games that Debian packages: up to 75 s from the middle of each piece, a group for each piece."""
import glob, os, random, zipfile
import numpy as np
from gather_sounds import RATE, duration, load, middle, slug, stem

# package: short name, most pieces to take, licence of its music as debian/copyright has it, by the start of the piece's
# name where pieces differ. The limits keep one composer or one game from being most of the music.
PACKAGES = {
    "fretsonfire-songs-sectoid": ("sectoid", 4, {"": "MIT"}),
    "fretsonfire-songs-muldjord": ("muldjord", 4, {"": "CC-BY-SA-3.0"}),
    "wesnoth-1.16-music": ("wesnoth", 22, {"": "GPL-2+"}),
    "fillets-ng-data": ("fillets", 18, {"": "GPL-2"}),
    "nexuiz-music": ("nexuiz", 22, {"": "GPL-2+"}),
    "supertuxkart-data": ("stk", 22, {
        "": "CC-BY-SA-3.0", "alien-signal": "CC-BY-SA-4.0", "boom-boom-boom": "CC-BY-SA-4.0",
        "beneath-the-rabbit-hole": "GPL-2+ or CC-BY-SA", "klabauter-dance": "GPL"}),
    "ufoai-music": ("ufoai", 22, {"": "CC-BY-SA-3.0", "psymong": "GPL-2", "ufo1": "GPL-2", "david": "CC-BY-3.0"}),
    "asc-music": ("asc", 22, {"": "GPL-2+"}),
    "singularity-music": ("singularity", 22, {"": "CC-BY-SA-3.0"}),
    "hyperrogue-music": ("hyperrogue", 22, {"": "CC-BY-SA-3.0"}),
    "freedroidrpg-data": ("freedroid", 22, {"": "GPL-2+"}),
    "pushover-data": ("pushover", 22, {"": "GPL-3+"}),
    "planetblupi-music-ogg": ("blupi", 22, {"": "GPL-3+"}),
    "extremetuxracer-data": ("etr", 22, {"": "GPL-2+"}),
    "frozen-bubble-data": ("frozenbubble2", 22, {"": "GPL-2"}),
    "colobot-common-sounds": ("colobot", 22, {"": "GPL-3+"}),
    "lincity-ng-data": ("lincity", 22, {"": "GPL-2+"}),
    "solarwolf": ("solarwolf", 22, {"": "LGPL-2.1"}),
    "hedgewars-data": ("hedgewars", 10, {"": "GPL-2"}),
}
# Their licence is unclear. supertuxkart's copyright file names each piece and its author but these; a piece by Kevin
# MacLeod, who gives his work under CC-BY, is in hedgewars under the GPL.
UNCLEAR = {"stk-celtic-fast", "stk-cocoa-river", "stk-landing-in-gran-paradiso-fast", "stk-penguin-party", "stk-snowmountain", "hedgewars-sdmusic"}


def pieces(root, package):
    """Sound files long enough for music, in an order by chance; those in game archives are unpacked first."""
    for archive in sorted(glob.glob(f"{root}/**/*.pk3", recursive=True)):
        with zipfile.ZipFile(archive) as z:
            for name in z.namelist():
                if name.lower().endswith((".ogg", ".mp3")):
                    z.extract(name, archive + ".d")
    files = [f for e in ("ogg", "mp3") for f in glob.glob(f"{root}/**/*.{e}", recursive=True)]
    # fillets has hours of dialogue beside its music
    files = sorted(f for f in files if os.path.getsize(f) > 150_000 and not (package == "fillets-ng-data" and "/music/" not in f))
    random.Random(3).shuffle(files)
    return files


def songs(out, root, package, short, licence):
    """Songs to play along to: the instruments have a file each."""
    for folder in sorted(glob.glob(root + "/usr/share/games/fretsonfire/data/songs/*/*/")):
        tracks = [folder + t for t in ("song.ogg", "guitar.ogg", "rhythm.ogg") if os.path.exists(folder + t)]
        if not tracks:
            continue
        start = max(0, (duration(tracks[0]) - 75) / 2)
        sounds = [load(t, start, 75).astype(np.float32) for t in tracks]
        length = max(map(len, sounds))
        x = sum(np.pad(s, (0, length - len(s))) for s in sounds)
        x *= min(1, 30000 / np.abs(x).max())
        out.put("music", f"{short}-{os.path.basename(folder[:-1])}", 0, x.astype(np.int16), "", f"debian {package}", licence)


def gather(out, unpacked):
    for package, (short, most, licences) in PACKAGES.items():
        with unpacked(package) as root:
            if not root:
                continue
            if package.startswith("fretsonfire"):
                songs(out, root, package, short, licences[""])
                continue
            # a voice may have a piece's name
            known, left = {e["group"] for e in out.listed.values()}, most
            for path in pieces(root, package):
                group = slug(f"{short}-{stem(path)}")
                if left == 0 or group in known or duration(path) < 20:
                    continue
                name = group.removeprefix(short + "-")
                licence = licences[max((p for p in licences if name.startswith(p)), key=len)]
                # an unclear piece uses up its place, so that leaving it out changes nothing else
                if group in UNCLEAR or out.put("music", group, 0, middle(path, 75), "", f"debian {package}", licence):
                    known.add(group)
                    left -= 1
