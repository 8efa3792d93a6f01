import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type GatewayStatus, watchGateway } from '../../src/wiring/asterisk/gateway-watch.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const test = suite('gateway watch');

test('each change is one event, and no change is none', () =>
  withStore(async ({ journal }) => {
    let status: GatewayStatus = { asterisk: true, trunk: null };
    let tell = (): void => undefined;
    const end = watchGateway({
      status: () => status,
      sources: [
        (changed) => {
          tell = changed;
          return () => (tell = () => undefined);
        },
      ],
      journal,
      log: memoryLog(),
    });
    const turn = (next: GatewayStatus): void => {
      status = next;
      tell();
    };
    turn({ asterisk: true, trunk: null });
    turn({ asterisk: true, trunk: true });
    turn({ asterisk: true, trunk: true });
    turn({ asterisk: false, trunk: null });
    end();
    turn({ asterisk: true, trunk: true });
    await journal.flush(20_000);
    const told = await journal.read(0, {}, 10);
    assert.equal(
      told.map(({ type, callId, data }) => [type, callId, data]),
      [
        ['gateway_status', '', { asterisk: true, trunk: true }],
        ['gateway_status', '', { asterisk: false, trunk: null }],
      ],
    );
  }));

test.run();
