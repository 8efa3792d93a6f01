import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { escapeConfigValue, parseVariableNames, renderTemplate } from '../../src/embedded/render-template.ts';

const refusal = (fragment: string) => (error: unknown) =>
  error instanceof AppError && error.code === 'invalid' && error.detail.includes(fragment);

test('replaces the listed names only', () => {
  const text = 'bind = ${SIP_HOST}:${SIP_PORT}\nexten => _X.,1,Goto(${EXTEN:1},${ARG1},${OTHER})';
  const rendered = renderTemplate(text, ['SIP_HOST', 'SIP_PORT'], { SIP_HOST: '::1', SIP_PORT: '5060' });
  assert.is(rendered, 'bind = ::1:5060\nexten => _X.,1,Goto(${EXTEN:1},${ARG1},${OTHER})');
});

test('what stands in a value is not replaced again', () => {
  assert.is(renderTemplate('${A}', ['A', 'B'], { A: '${B}', B: 'x' }), '${B}');
  assert.is(renderTemplate('${A}', ['A'], { A: '$&$1' }), '$&$1');
});

test('a listed name without a value is an error that names it', () => {
  assert.throws(() => renderTemplate('${A}', ['A'], {}), refusal('A has no value'));
  assert.is(renderTemplate('nothing', ['A'], {}), 'nothing');
});

test('a semicolon would begin a comment and is escaped', () => {
  assert.is(escapeConfigValue('P', 'a;b;--c'), 'a\\;b\\;--c');
});

for (const [what, value] of [
  ['a line end', 'secret\n[evil]'],
  ['a carriage return', 'a\rb'],
  ['a NUL', 'a\0b'],
  ['an outer blank', ' a'],
  ['a leading ">"', '>a'],
  ['a backslash before ";"', 'a\\;b'],
  ['a backslash at its end', 'a\\'],
  ['nothing', ''],
] as const) {
  test(`a value with ${what} is refused`, () => {
    assert.throws(() => escapeConfigValue('TRUNK_PASSWORD', value), refusal('TRUNK_PASSWORD'));
  });
}

test('names are read without comments and blank lines', () => {
  assert.equal(parseVariableNames('# a comment\n\nA\nB # more\n'), ['A', 'B']);
});

test.run();
