"""A Wyoming server as Home Assistant's are, on Debian's python3-wyoming, that speaks with flite: wyoming-voice.py PORT FLITE [ARGUMENT...]."""

import asyncio
import subprocess
import sys
import tempfile
import wave
from functools import partial

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.info import Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.server import AsyncEventHandler, AsyncServer
from wyoming.tts import Synthesize

BY = Attribution(name="Carnegie Mellon University", url="http://cmuflite.org")
INFO = Info(
    tts=[
        TtsProgram(
            name="flite",
            attribution=BY,
            installed=True,
            description="flite",
            version="2",
            voices=[
                TtsVoice(
                    name="rms", attribution=BY, installed=True, description="rms", version="1", languages=["en-us"]
                )
            ],
        )
    ]
)


class Voice(AsyncEventHandler):
    def __init__(self, flite, *args):
        super().__init__(*args)
        self.flite = flite

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            await self.write_event(INFO.event())
        if Synthesize.is_type(event.type):
            await self.say(Synthesize.from_event(event).text)
        return True

    async def say(self, text):
        with tempfile.NamedTemporaryFile(suffix=".wav") as made:
            subprocess.run([*self.flite, "-voice", "rms", "-t", text, "-o", made.name], check=True)
            with wave.open(made.name) as sound:
                form = {"rate": sound.getframerate(), "width": sound.getsampwidth(), "channels": sound.getnchannels()}
                await self.write_event(AudioStart(**form).event())
                while part := sound.readframes(1024):
                    await self.write_event(AudioChunk(audio=part, **form).event())
        await self.write_event(AudioStop().event())


async def main():
    server = AsyncServer.from_uri(f"tcp://127.0.0.1:{sys.argv[1]}")
    print("ready", flush=True)
    await server.run(partial(Voice, sys.argv[2:]))


asyncio.run(main())
