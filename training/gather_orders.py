"""People who order coffee, a sentence each: what somebody says to a stranger on the phone is as long and as clean. The
repository does not name its speakers, so recordings that sound alike are taken for one, and whole likenesses go either to
the trainer or to the set on which turns are judged (turn_set.py), never to both."""
import glob
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.fft import dct
from features import log_mel
from gather_sounds import load

REPOSITORY = "Picovoice/speech-to-intent-benchmark"
LIKENESSES, SPEAKERS = 20, 50
HELD_OUT = 0.4


def likeness(x):
    """Colour of the voice and of its microphone: the mean and the spread of the cepstrum of what is loud."""
    mel = log_mel(x)
    level = mel.mean(axis=1)
    cepstrum = dct(mel[level > np.percentile(level, 60)], axis=1, norm="ortho")[:, 1:16]
    return np.concatenate([cepstrum.mean(axis=0), 0.7 * cepstrum.std(axis=0)])


def gather(out, checkout, held_out):
    """Those who are held out, or the others."""
    with checkout(REPOSITORY, "data/speech/clean") as root:
        files = sorted(glob.glob(f"{root}/*.wav")) if root else []
        if not files:
            return
        sounds = [load(f) for f in files]
        points = np.array([likeness(x) for x in sounds])
        points = (points - points.mean(axis=0)) / (points.std(axis=0) + 1e-6)
        tree = linkage(points, "ward")
        coarse, fine = fcluster(tree, LIKENESSES, "maxclust"), fcluster(tree, SPEAKERS, "maxclust")
        kept, total = set(), 0
        for k in np.random.default_rng(11).permutation(np.unique(coarse)):
            if total < HELD_OUT * len(files):
                kept.add(int(k))
                total += int((coarse == k).sum())
        for speaker in np.unique(fine):
            mine = np.flatnonzero(fine == speaker)
            if (int(coarse[mine[0]]) in kept) == held_out:
                out.speech(f"orders-{speaker:02d}", [sounds[i] for i in mine], "en", f"git {REPOSITORY}", "Apache-2.0",
                           limit=150, low=0.6, high=1.0, seed=int(speaker), kind="live_turn")
