"""Makes extra voices and music for the recorded side: espeak-ng and flite read sentences, FluidSynth plays chance
music, a vocoder sings. Usage: synthesise.py CORPUS OUT_DIR [--seed 1] [--pieces 64] [--songs 32]"""
import json, os, struct, subprocess, sys
import numpy as np
from audio import read_wav_gz, write_raw

SENTENCES = {
    "en": [
        "Thank you for calling. Please listen carefully, as our menu options have changed.",
        "For billing and payments, press one. For technical support, press two. To hear these options again, press nine.",
        "All of our representatives are currently helping other customers. Your call is important to us.",
        "Please stay on the line and your call will be answered in the order in which it was received.",
        "Your estimated waiting time is more than fifteen minutes.",
        "Did you know that you can manage your account online? Visit our website at any time, day or night.",
        "This call may be recorded for training and quality purposes.",
        "If you would like us to call you back, press one now. You will keep your place in the queue.",
        "You are now number three in the queue.",
        "Our office is closed. Our opening hours are Monday to Friday, from nine to five. Please leave a message after the tone.",
        "Hello, and welcome. How can I help you today? You can say things like, check my balance, or, pay a bill.",
        "Sorry, I did not get that. Please say it again, or enter the number on your keypad.",
        "Save up to thirty percent on your home insurance when you combine two policies. Ask our advisers for details.",
        "Hi, you have reached the service desk. Nobody can take your call right now.",
    ],
    "de": [
        "Herzlich willkommen. Zurzeit sind alle Mitarbeiter im Gespräch. Bitte haben Sie etwas Geduld.",
        "Für Fragen zu Ihrer Rechnung drücken Sie bitte die Eins. Für alle anderen Anliegen drücken Sie die Zwei.",
        "Der nächste freie Mitarbeiter ist für Sie reserviert.",
        "Guten Tag, Sie rufen außerhalb unserer Geschäftszeiten an.",
    ],
    "fr": [
        "Bienvenue. Tous nos conseillers sont actuellement en ligne. Merci de bien vouloir patienter.",
        "Pour le service clients, tapez un. Pour le service technique, tapez deux.",
        "Votre temps d'attente est estimé à cinq minutes.",
    ],
    "es": [
        "Gracias por llamar. En este momento todos nuestros agentes están ocupados. No se retire, por favor.",
        "Para facturación, marque uno. Para soporte técnico, marque dos.",
        "Su llamada es muy importante para nosotros.",
    ],
    "it": ["Benvenuti. Tutti i nostri operatori sono occupati. La preghiamo di attendere in linea.", "Per informazioni sui pagamenti, prema uno."],
    "nl": ["Al onze medewerkers zijn in gesprek. Een ogenblik geduld alstublieft.", "U bent nummer vier in de wachtrij."],
    "pl": ["Wszyscy konsultanci są zajęci. Prosimy czekać na połączenie.", "Dziękujemy za telefon. Proszę wybrać jeden."],
    "pt": ["Todos os nossos atendentes estão ocupados. Por favor, aguarde na linha.", "Para segunda via da conta, digite um."],
    "sv": ["Alla våra handläggare är upptagna just nu. Var god vänta.", "Du har plats nummer tre i kön."],
}
ESPEAK = [
    ("en-us", v) for v in ("m1", "m2", "m4", "m5", "m6", "m7", "f1", "f2", "f4", "f5", "klatt2", "klatt3", "klatt4")
] + [("en-gb", "m4"), ("en-gb", "f5"), ("en-gb-scotland", "m1"), ("de", "m2"), ("de", "m5"), ("de", "f2"), ("fr", "m1"), ("fr", "f4"), ("fr", "m7"), ("es", "m6"), ("es", "f4"), ("es", "f2"),
     ("it", "f1"), ("nl", "m2"), ("pl", "f1"), ("pt", "m7"), ("sv", "f4")]
PIECES, SONGS = 64, 32
FLITE = ["awb", "rms", "kal16"]


def voices(out, rng):
    for lang, variant in ESPEAK:
        texts = SENTENCES[lang[:2]]
        for i, text in enumerate(texts):
            speed, pitch = int(rng.integers(130, 180)), int(rng.integers(30, 70))
            raw = subprocess.run(["espeak-ng", "-v", f"{lang}+{variant}", "-s", str(speed), "-p", str(pitch), "--stdout", text], capture_output=True).stdout
            to_raw(raw, f"{out}/tts/espeak-{lang}-{variant}__{i}.raw")
    for voice in FLITE:
        for i, text in enumerate(SENTENCES["en"]):
            path = f"{out}/tmp.wav"
            subprocess.run(["flite", "-voice", voice, "-t", text, "-o", path], check=True, capture_output=True)
            to_raw(open(path, "rb").read(), f"{out}/tts/flite-{voice}__{i}.raw")


def to_raw(wav, path):
    raw = subprocess.run(["sox", "-t", "wav", "--ignore-length", "-", "-t", "raw", "-r", "8000", "-c", "1", "-e", "signed", "-b", "16", "-"], input=wav, capture_output=True).stdout
    open(path, "wb").write(raw)


def variable_length(n):
    out = [n & 127]
    while n > 127:
        n >>= 7
        out.insert(0, (n & 127) | 128)
    return bytes(out)


def midi_piece(path, rng):
    """A loop of chords, a bass, a melody and perhaps drums, with chance instruments, tempo and key."""
    tempo, key = int(rng.integers(62, 140)), int(rng.integers(48, 60))
    scale = [0, 2, 4, 5, 7, 9, 11] if rng.random() < 0.6 else [0, 2, 3, 5, 7, 8, 10]
    progression = rng.choice(7, size=int(rng.choice([2, 4, 4, 8])))
    programs = [int(rng.choice(p)) for p in ([0, 4, 5, 24, 25, 26, 46, 48, 50, 88, 89, 91, 94], [32, 33, 35, 38, 43], [0, 11, 12, 40, 56, 61, 65, 68, 71, 73, 75, 79, 80, 81, 105])]
    events = [(0, bytes([0xC0 | c, p])) for c, p in enumerate(programs)]
    pick = lambda degree, octave: key + scale[degree % 7] + 12 * (octave + degree // 7)
    note = lambda at, length, channel, pitch, velocity: events.extend(
        [(int(at), bytes([0x90 | channel, int(np.clip(pitch, 20, 110)), int(velocity)])), (int(at + length), bytes([0x80 | channel, int(np.clip(pitch, 20, 110)), 0]))])
    bars, beat = 28, 480
    arpeggio, drums, busy = rng.random() < 0.5, rng.random() < 0.5, rng.random()
    melody = int(rng.integers(7, 14))
    for bar in range(bars):
        root, base = int(progression[bar % len(progression)]), bar * 4 * beat
        for k in range(4):
            chord = [pick(root + d, 0) for d in (0, 2, 4)]
            if arpeggio:
                note(base + k * beat, beat * 0.9, 0, chord[k % 3], rng.integers(50, 80))
            elif k % 2 == 0:
                for pitch in chord:
                    note(base + k * beat, beat * 1.9, 0, pitch, rng.integers(45, 75))
            if k % 2 == 0 or busy > 0.5:
                note(base + k * beat, beat * 0.8, 1, pick(root, -1), rng.integers(60, 90))
            for half in range(2):
                if rng.random() < 0.3 + 0.5 * busy:
                    melody = int(np.clip(melody + rng.integers(-2, 3), 5, 16))
                    note(base + k * beat + half * beat / 2, beat * rng.choice([0.4, 0.9, 1.8]), 2, pick(melody, 0), rng.integers(60, 105))
            if drums:
                note(base + k * beat, 60, 9, 36 if k % 2 == 0 else 38, 80)
                note(base + k * beat + beat / 2, 60, 9, 42, 60)
    events.sort(key=lambda e: e[0])
    body, last = b"\x00\xff\x51\x03" + struct.pack(">I", 60_000_000 // tempo)[1:], 0
    for at, data in events:
        body += variable_length(at - last) + data
        last = at
    body += b"\x00\xff\x2f\x00"
    open(path, "wb").write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, beat) + b"MTrk" + struct.pack(">I", len(body)) + body)


def music(out, rng, count):
    font = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
    for i in range(count):
        midi_piece(f"{out}/tmp.mid", rng)
        subprocess.run(["fluidsynth", "-ni", "-q", "-r", "16000", "-F", f"{out}/tmp.wav", font, f"{out}/tmp.mid"], check=True, capture_output=True)
        to_raw(open(f"{out}/tmp.wav", "rb").read(), f"{out}/music/piece{i:02d}.raw")


def sing(speech, backing, rng):
    """Channel vocoder: the envelope of speech on a sung melody, over the backing."""
    n = min(len(speech), len(backing))
    speech, backing = speech[:n].astype(np.float32), backing[:n].astype(np.float32)
    scale, root = [0, 2, 4, 7, 9, 12], float(rng.uniform(110, 260))
    pitch, at = np.empty(n, np.float32), 0
    while at < n:
        length = int(rng.uniform(0.25, 1.2) * 8000)
        pitch[at : at + length] = root * 2 ** (scale[int(rng.integers(6))] / 12)
        at += length
    pitch = np.convolve(pitch, np.ones(400) / 400, "same") * (1 + 0.012 * np.sin(2 * np.pi * 5.5 * np.arange(n) / 8000))
    phase = np.cumsum(pitch / 8000)
    carrier = 2 * (phase % 1) - 1 + 0.02 * rng.standard_normal(n)
    window, hop = np.hanning(512).astype(np.float32), 128
    out = np.zeros(n + 512, np.float32)
    for a in range(0, n - 512, hop):
        s = np.abs(np.fft.rfft(speech[a : a + 512] * window))
        envelope = np.convolve(s, np.ones(11) / 11, "same")
        out[a : a + 512] += np.fft.irfft(np.fft.rfft(carrier[a : a + 512] * window) * envelope).astype(np.float32) * window
    out = out[:n]
    level = lambda x: np.sqrt((x**2).mean()) + 1e-9
    return out / level(out) * level(backing) * 10 ** (rng.uniform(-2, 6) / 20) + backing


def main():
    corpus, out = sys.argv[1], sys.argv[2]
    option = lambda name, default: int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    seed, pieces, songs = option("--seed", 1), option("--pieces", PIECES), option("--songs", SONGS)
    rng = np.random.default_rng(seed)
    for folder in ("tts", "music", "songs"):
        os.makedirs(f"{out}/{folder}", exist_ok=True)
    voices(out, rng)
    music(out, rng, pieces)
    clips = [c for c in json.load(open(f"{corpus}/clips.json")) if c["kind"] in ("live_read", "recorded_read") and c["seconds"] > 12 and not c["non_commercial"]]
    for i in range(songs):
        singers = [read_wav_gz(f"{corpus}/{clips[int(rng.integers(len(clips)))]['file']}")] * 4
        backing = np.fromfile(f"{out}/music/piece{i * 2 % pieces:02d}.raw", np.int16)
        write_raw(f"{out}/songs/song{i:02d}.raw", sing(np.concatenate(singers)[: 55 * 8000], backing, rng))


main()
