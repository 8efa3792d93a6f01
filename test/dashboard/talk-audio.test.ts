import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('the audio of a talk');

interface Talk {
  isSilenced: { value: boolean };
  follow: (connection: EventTarget) => void;
  close: () => void;
}
interface TalkModule {
  TalkAudio: new (microphone: object) => Talk;
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A browser that plays nothing until something is pressed. */
let isPressed = false;
let played = 0;
class HeldBack {
  srcObject: unknown = null;
  play(): Promise<void> {
    if (!isPressed) return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    played += 1;
    return Promise.resolve();
  }
  pause(): void {}
}

const page = new EventTarget();

test.before(() => {
  put('document', page);
  put('navigator', { mediaDevices: new EventTarget() });
  put('Audio', HeldBack);
  put('MediaStream', class {});
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

for (const type of ['keydown', 'pointerdown'])
  test(`what the browser held back is heard after a ${type}, and not once the talk is over`, async () => {
    // By a name that is not known before, because it is written for a browser, and is checked as such.
    const { href } = new URL('../../src/dashboard/phone/talk-audio.ts', import.meta.url);
    const { TalkAudio } = (await import(href)) as TalkModule;
    isPressed = false;
    played = 0;
    const begin = async () => {
      const connection = Object.assign(new EventTarget(), { signalingState: 'closed' });
      const talk = new TalkAudio({ getAudioTracks: () => [], getTracks: () => [] });
      talk.follow(connection);
      connection.dispatchEvent(Object.assign(new Event('track'), { track: {} }));
      await new Promise(setImmediate);
      assert.ok(talk.isSilenced.value);
      return talk;
    };
    const talk = await begin();
    const over = await begin();
    over.close();
    isPressed = true;
    page.dispatchEvent(new Event(type));
    await new Promise(setImmediate);
    assert.not.ok(talk.isSilenced.value);
    assert.is(played, 1);
    page.dispatchEvent(new Event(type));
    assert.is(played, 1);
    talk.close();
  });

test.run();
