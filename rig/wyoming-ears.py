"""A Wyoming server as Home Assistant's are, on Debian's python3-wyoming, that listens with PocketSphinx: wyoming-ears.py PORT PROGRAM…"""

import asyncio
import json
import subprocess
import sys
from functools import partial

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStop
from wyoming.event import Event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info
from wyoming.server import AsyncEventHandler, AsyncServer

BY = Attribution(name="Carnegie Mellon University", url="https://cmusphinx.github.io")
ABOUT = {"attribution": BY, "installed": True, "description": "PocketSphinx", "version": "5"}
INFO = Info(asr=[AsrProgram(name="pocketsphinx", models=[AsrModel(name="en-us", languages=["en"], **ABOUT)], **ABOUT)])


class Ears(AsyncEventHandler):
    def __init__(self, program, *args):
        super().__init__(*args)
        self.program = program
        self.sound = b""
        self.language = None

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            await self.write_event(INFO.event())
        if Transcribe.is_type(event.type):
            self.language = Transcribe.from_event(event).language
        if AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            assert (chunk.rate, chunk.width, chunk.channels) == (16000, 2, 1), chunk
            self.sound += chunk.audio
        if AudioStop.is_type(event.type):
            heard = subprocess.run(self.program, input=self.sound, stdout=subprocess.PIPE, check=True).stdout
            words = [word["t"] for word in json.loads(heard)["w"] if word["t"][0] not in "<["]
            said = [*words, f"({self.language})"]
            await self.write_event(Transcript(text=" ".join(said)).event())
            return False
        return True


async def main():
    server = AsyncServer.from_uri(f"tcp://127.0.0.1:{sys.argv[1]}")
    print("ready", flush=True)
    await server.run(partial(Ears, sys.argv[2:]))


asyncio.run(main())
