"""Gathers the sounds on which turns are judged (turn_set.py) and which no network learns from: speakers, the prompts of one
who recorded them at home, music. Usage: gather_held_out.py OUT_DIR [--checkouts DIR]
As gather.py; DIR/OWNER+NAME also of Picovoice/speech-to-intent-benchmark and racitup/freeswitch-sounds-en-gb-richard. Needs
fluidsynth and fluid-soundfont-gm as well."""
import argparse, glob, os, subprocess, tempfile
import gather_orders
from gather import checkout_in, unpacked
from gather_sounds import Folder, duration, load, middle, stem

PROMPTS = "racitup/freeswitch-sounds-en-gb-richard"
FONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
VOICES = ["en-us+f3", "en-gb+m7", "en-gb-scotland+f2", "de+f5"]
TEXTS = {
    "en": ["Welcome to the service line.", "We are connecting you.", "Please hold while we find somebody who can help you with this.", "One moment please.",
           "To speak to an adviser, stay where you are. For all other questions, press two.", "You will be answered soon. We thank you for your patience.", "Thank you. Please wait."],
    "de": ["Willkommen am Servicetelefon.", "Sie werden verbunden.", "Einen Augenblick bitte.", "Bitte bleiben Sie am Apparat, es meldet sich gleich jemand bei Ihnen.",
           "Für eine neue Bestellung sagen Sie bitte Bestellung.", "Alle Leitungen sind belegt. Wir bitten um etwas Geduld."],
}


def prompts(out, checkout):
    with checkout(PROMPTS, "48000/en/gb/richard") as root:
        files = sorted(f for part in ("ivr", "voicemail", "misc", "conference") for f in glob.glob(f"{root}/{part}/48000/*.wav")) if root else []
        if files:
            out.speech("richard", [f for f in files if duration(f) > 0.8], "en", f"git {PROMPTS}", "GPL-3+", limit=400, low=0.6, high=1.0, kind="tts")


def synthetic(out):
    with tempfile.TemporaryDirectory() as folder:
        for voice in VOICES:
            paths = []
            for i, text in enumerate(TEXTS[voice[:2]]):
                paths.append(f"{folder}/{i}.wav")
                subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", paths[-1], text], check=True)
            out.speech(voice, paths, voice[:2], "espeak-ng", "made with a GPL-3+ program", limit=60, low=0.6, high=1.0, kind="tts")


def music(out):
    with unpacked("amoebax-data") as root:
        for path in sorted(glob.glob(f"{root}/usr/share/games/amoebax/music/*.ogg")) if root else []:
            if duration(path) > 20:
                out.put("music", f"amoebax-{stem(path)}", 0, middle(path, 75), "", "debian amoebax-data", "GPL-2+ or Free Art License")
    with unpacked("openttd-openmsx") as root, tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(f"{root}/usr/share/games/openttd/baseset/openmsx/*.mid"))[:24] if root else []:
            subprocess.run(["fluidsynth", "-ni", "-q", "-r", "16000", "-F", f"{folder}/x.wav", FONT, path], check=True, capture_output=True)
            out.put("music", f"openmsx-{stem(path)}", 0, load(f"{folder}/x.wav", 5, 75), "", "debian openttd-openmsx", "GPL-2")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--checkouts")
    options = parser.parse_args()
    checkout, out = checkout_in(options.checkouts), Folder(options.out)
    os.makedirs(options.out, exist_ok=True)
    gather_orders.gather(out, checkout, held_out=True)
    prompts(out, checkout)
    synthetic(out)
    music(out)
    out.save()


if __name__ == "__main__":
    main()
