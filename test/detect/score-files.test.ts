import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readDetections } from '../../src/detect-cli/detections.ts';
import { readLabelledCalls } from '../../src/detect-cli/labelled-call.ts';
import { AppError } from '../../src/domain/errors.ts';

const test = suite('files to score');

/** The message of the fault that the act ends with; '' when it ends well. */
function faultOf(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    assert.instance(error, AppError);
    return (error as AppError).message;
  }
}

test('labels and detections of another shape are named with the field', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-score-'));
  try {
    const labels = (text: string): string => {
      writeFileSync(join(folder, 'call.json'), text);
      return faultOf(() => readLabelledCalls(folder, undefined));
    };
    assert.match(labels('{'), /^.*call\.json is not JSON: .*$/);
    for (const text of ['null', '[]', '{"windows":[]}'])
      assert.match(labels(text), /^no labelled calls in .*$/);
    const call = { id: 'call', scenario: '', duration: 2, segments: [], humans: [], speech: [] };
    assert.is(labels(JSON.stringify({ ...call, voice: 'kept' })), '');
    assert.match(
      labels(JSON.stringify({ ...call, humans: [{ end: 3 }] })),
      /^.*call\.json: "humans\[0\]\.first_word" is required$/,
    );
    assert.match(labels(JSON.stringify({ ...call, speech: undefined })), /"speech" is required$/);
    const file = join(folder, 'detected.txt');
    for (const [text, message] of [
      ['null', /detected\.txt: "value" must be of type object$/],
      ['{"call":{"human":5}}', /detected\.txt: "call\.human" must be an array$/],
      ['{"call":{}}', /^$/],
    ] as const) {
      writeFileSync(file, text);
      assert.match(
        faultOf(() => readDetections(file)),
        message,
      );
    }
    assert.match(
      faultOf(() => readDetections(folder)),
      /cannot be read: EISDIR/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
