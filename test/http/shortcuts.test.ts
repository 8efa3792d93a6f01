import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, ownerToken, withRig } from './rig.ts';

const test = suite('docs/shortcuts.md');

const run = promisify(execFile);
const page = await readFile(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');

function blocks(language: string): string[] {
  const fence = new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm');
  return [...page.matchAll(fence)].map(([, text = '']) => text.trim());
}

test('every curl command of the page does what it says', () =>
  withRig(async (rig) => {
    const commands = blocks('sh').filter((block) => block.startsWith('curl'));
    assert.is(commands.length, 4);
    const answers: Answer['body'][] = [];
    for (const command of commands) {
      const env = { ...process.env, HOLDFAST: rig.url, TOKEN: ownerToken, WEBHOOK: answers.at(-1)?.id ?? '' };
      // `--fail-with-body` makes a refusal a failure here.
      const { stdout } = await run('sh', ['-c', command], { env });
      answers.push(JSON.parse(stdout));
    }
    const [call, automation, push, sent] = answers;
    assert.equal([call.status, call.mode], ['trying', 'hold_slayer']);
    assert.equal([automation.format, push.format], ['json', 'ntfy']);
    assert.equal(sent.deliveries, []);
    assert.is(rig.calls.placed.length, 1);
  }));

test('the bodies that are typed into phones are accepted', () =>
  withRig(async (rig) => {
    const bodies = blocks('json');
    assert.is(bodies.length, 2);
    for (const body of bodies)
      assert.is((await rig.ask('POST', '/api/v1/calls/hold-slayer', body)).status, 201, body);
  }));

test('what Home Assistant makes of its payload is accepted', () =>
  withRig(async (rig) => {
    const payload = /payload: '(.+)'/.exec(page)?.[1] ?? '';
    const body = payload
      .replace('{{ number | to_json }}', JSON.stringify('+12025550100'))
      .replace('{{ intent | default("") | to_json }}', JSON.stringify('a "quoted" wish'));
    assert.is((await rig.ask('POST', '/api/v1/calls/hold-slayer', body)).status, 201, body);
    assert.is(rig.calls.placed[0]?.intent, 'a "quoted" wish');
  }));

test.run();
