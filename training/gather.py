"""Gathers further sounds for the trainer: voices and music out of Debian's packages, speakers and backgrounds out of
public repositories. The same packages and checkouts give the same files.
Usage: gather.py OUT_DIR [--checkouts DIR]
Writes OUT_DIR/KIND/GROUP__N.raw (8 kHz mono s16) and OUT_DIR/manifest.json with source and licence of each file.
Packages come by name, through the system's own apt, into a temporary folder (TMPDIR, up to 2 GB at a time).
DIR/OWNER+NAME is a checkout, bare or not, of each of cmusphinx/an4, Jakobovski/free-spoken-digit-dataset,
remvze/moodist, rafaelmardojai/blanket and Picovoice/speech-to-intent-benchmark; what is not there is left out, and said
so.
Needs Debian's sox, libsox-fmt-mp3, python3-numpy, python3-scipy, festival, festival-hi, festival-mr, festival-te and the
voices festvox-{kdlpc16k,itapc16k,italp16k,ru,suopuhe-lj,suopuhe-mv,czech-dita,czech-machac,czech-ph,czech-krb,ca-ona-hts,
hi-nsk,mr-nsk,te-nsk}."""
import argparse, glob, os, subprocess, tempfile
from contextlib import contextmanager
import numpy as np
import gather_music, gather_orders, gather_voices
from gather_sounds import RATE, Folder, middle

BLANKET = {"coffee-shop": "public domain", "city": "CC-BY", "birds": "CC0-1.0", "boat": "CC0-1.0", "rain": "CC-BY"}
MOODIST = """places/cafe places/construction-site places/crowded-bar places/laundry-room places/library places/office
places/restaurant places/subway-station places/supermarket rain/light-rain rain/rain-on-car-roof things/ceiling-fan
things/dryer things/keyboard transport/inside-a-train urban/busy-street urban/crowd urban/highway urban/road
urban/traffic""".split()


@contextmanager
def unpacked(package):
    """A folder with the package's files, or None."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["apt-get", "download", package], cwd=folder, capture_output=True, text=True)
        if debs := glob.glob(f"{folder}/*.deb"):
            subprocess.run(["dpkg-deb", "-x", debs[0], f"{folder}/root"], check=True)
            os.remove(debs[0])
            print(package, flush=True)
            yield f"{folder}/root"
        else:
            print(f"left out: package {package} ({(done.stderr.strip() or 'not downloaded').splitlines()[-1]})", flush=True)
            yield None


def extract(place, path, names, folder):
    """What is below the path (of these names, where given); a checkout may lack its largest files."""
    listed = subprocess.run(["git", "-C", place, "ls-tree", "-r", "HEAD", f"{path}/"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        about, name = line.split("\t")
        if any(name.startswith(f"{path}/{n}") for n in names):
            blob = subprocess.run(["git", "-C", place, "cat-file", "blob", about.split()[2]], capture_output=True, env={**os.environ, "GIT_NO_LAZY_FETCH": "1"})
            if blob.returncode == 0:
                os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
                with open(f"{folder}/{name}", "wb") as file:
                    file.write(blob.stdout)
            else:
                print(f"left out: {name} (not in the checkout)", flush=True)


def checkout_in(checkouts):
    @contextmanager
    def checkout(repository, path, names=("",)):
        """A folder with what is below `path` of the repository (at least `names`), or None."""
        place = f"{checkouts}/{repository.replace('/', '+')}"
        if not checkouts or not os.path.isdir(place):
            print(f"left out: repository {repository} (no checkout)", flush=True)
            yield None
        elif os.path.isdir(f"{place}/{path}"):
            yield f"{place}/{path}"
        else:
            with tempfile.TemporaryDirectory() as folder:
                extract(place, path, names, folder)
                yield f"{folder}/{path}"

    return checkout


def backgrounds(out, checkout):
    """50 s of places, machines and weather; short ones go to and fro."""

    def put(path, group, source, licence):
        x = middle(path, 50)
        while 5 * RATE < len(x) < 20 * RATE:
            x = np.concatenate([x, x[::-1]])
        out.put("background", group, 0, x, "", source, licence)

    with checkout("rafaelmardojai/blanket", "data/resources/sounds", [f"{name}.ogg" for name in BLANKET]) as root:
        for name, licence in BLANKET.items() if root else ():
            put(f"{root}/{name}.ogg", f"blanket-{name}", "git rafaelmardojai/blanket", licence)
    with checkout("remvze/moodist", "public/sounds", [f"{name}.mp3" for name in MOODIST]) as root:
        for name in MOODIST if root else ():
            # which of the two a file has is not recorded; both allow commercial use and changes
            put(f"{root}/{name}.mp3", f"moodist-{os.path.basename(name)}", "git remvze/moodist", "Pixabay Content License or CC0-1.0")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--checkouts")
    options = parser.parse_args()
    checkout, out = checkout_in(options.checkouts), Folder(options.out)
    os.makedirs(options.out, exist_ok=True)
    gather_voices.gather(out, unpacked, checkout)
    gather_orders.gather(out, checkout, held_out=False)
    backgrounds(out, checkout)
    gather_music.gather(out, unpacked)
    out.save()


if __name__ == "__main__":
    main()
