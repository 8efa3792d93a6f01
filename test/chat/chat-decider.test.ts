import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { ChatDecider } from '../../src/chat/chat-decider.ts';
import { type Asked, saying, withChat } from './chat-service.ts';
import { patienceSeconds } from '../rig/patience.ts';

const question = {
  intent: 'a wrong charge',
  company: 'Acme',
  transcript: 'for billing press two',
  options: [{ digits: '2', text: 'billing' }],
};

const withService = (
  answer: { status?: number; body: string },
  act: (decider: ChatDecider, asked: Asked[]) => Promise<void>,
): Promise<void> =>
  withChat(
    () => answer,
    (service, asked) => act(new ChatDecider(service), asked),
  );

const soon = (): AbortSignal => AbortSignal.timeout(patienceSeconds * 1000);

test('the question goes out as a chat, and the answer is read from it, even inside a code block', async () => {
  const answer = '```json\n{"digits": "2", "reason": "it is about a charge"}\n```';
  await withService({ body: saying(answer) }, async (decider, asked) => {
    assert.equal(await decider.decide(question, soon()), { digits: '2', reason: 'it is about a charge' });
    const [{ path, authorization, body }] = asked as [Asked];
    assert.equal([path, authorization, body.model], ['/v1/chat/completions', 'Bearer key', 'm']);
    assert.equal(JSON.parse(body.messages[1]!.content), question);
  });
});

test('null is no choice', () =>
  withService({ body: saying('{"digits": null}') }, async (decider) => {
    assert.is(await decider.decide(question, soon()), undefined);
  }));

test('a key as a number, a long reason or none, and thoughts before the answer do not cost the decision', async () => {
  for (const [answer, digits] of [
    ['{"digits": 2}', '2'],
    ['{"digits": 0, "reason": null}', '0'],
    [`{"digits": " 2 ", "reason": "${'so '.repeat(400)}"}`, '2'],
    ['<think>Is it {1} or {2}?</think>\n{"digits": "2", "reason": "it is about a charge"}', '2'],
  ] as const)
    await withService({ body: saying(answer) }, async (decider) => {
      assert.is((await decider.decide(question, soon()))?.digits, digits, answer.slice(0, 60));
    });
});

test('an answer that is not a decision is an error that says so', async () => {
  for (const body of [
    '',
    'no',
    '{}',
    saying('press two'),
    saying('{"digits": 2.5}'),
    saying('{"digits": "12345"}'),
    saying('{"digits": [2]}'),
    saying('{}'),
    'x'.repeat(100_000),
  ])
    await withService({ body }, async (decider) => {
      const error = await decider.decide(question, soon()).catch((thrown: unknown) => thrown);
      assert.instance(error, AppError, body.slice(0, 40));
      assert.is((error as AppError).code, 'bad_upstream');
    });
  await withService({ status: 500, body: '' }, async (decider) => {
    const error = await decider.decide(question, soon()).catch((thrown: unknown) => thrown);
    assert.match((error as AppError).detail, /answers 500/);
  });
});

test('a model that accepts no temperature is asked without one, from then on at once', () =>
  withChat(
    (count) =>
      count === 1
        ? {
            status: 400,
            body: '{"error": {"message": "Unsupported value: \'temperature\' does not support 0 with this model."}}',
          }
        : { body: saying('{"digits": "2"}') },
    async (service, asked) => {
      const decider = new ChatDecider(service);
      assert.is((await decider.decide(question, soon()))?.digits, '2');
      assert.equal(
        asked.map(({ body }) => 'temperature' in body),
        [true, false],
      );
      assert.is((await decider.decide(question, soon()))?.digits, '2');
      assert.equal(
        asked.slice(2).map(({ body }) => 'temperature' in body),
        [false],
      );
    },
  ));

test('what a service complains about is reported, in one line', async () => {
  for (const [body, detail] of [
    [
      '{"error": {"message": "The model `m`\\n does not exist"}}',
      /answers 404: The model `m` does not exist$/,
    ],
    ['{"error": "model \'m\' not found"}', /answers 404: model 'm' not found$/],
    [`{"error": {"message": "${'x'.repeat(5_000)}"}}`, /answers 404: x{300}$/],
    [`{"error": {"message": "${'x'.repeat(50_000)}"}}`, /answers 404$/],
    ['{"error": null}', /answers 404$/],
    ['<html>', /answers 404$/],
  ] as const)
    await withService({ status: 404, body }, async (decider) => {
      const error = await decider.decide(question, soon()).catch((thrown: unknown) => thrown);
      assert.match((error as AppError).detail, detail);
    });
});

test.run();
