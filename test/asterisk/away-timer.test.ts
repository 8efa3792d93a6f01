import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AriLink } from '../../src/asterisk/ari/ari-link.ts';
import { AwayTimer } from '../../src/asterisk/ari/away-timer.ts';

interface Rig {
  timer: AwayTimer;
  /** How often it fired. */
  fired: () => number;
  lose: () => void;
  /** Connected, while the restoring still runs. */
  comeBack: () => void;
}

/** A one-minute timer of an Asterisk that comes and goes on command. */
function withTimer(act: (rig: Rig) => void): void {
  const link: { down: AriLink['down'] } = { down: undefined };
  let fired = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const timer = new AwayTimer(60_000, link, () => (fired += 1));
    act({
      timer,
      fired: () => fired,
      lose() {
        link.down = { sinceMs: 0, reason: 'cut' };
        timer.lost();
      },
      comeBack: () => (link.down = undefined),
    });
  } finally {
    mock.timers.reset();
  }
}

test('it fires once Asterisk has been away for its time, counted from the first loss', () =>
  withTimer(({ fired, lose, comeBack }) => {
    lose();
    mock.timers.tick(30_000);
    comeBack();
    lose();
    mock.timers.tick(29_999);
    assert.is(fired(), 0);
    mock.timers.tick(1);
    assert.is(fired(), 1);
  }));

test('a time that ends while the connection is being restored does not fire it', () =>
  withTimer(({ timer, fired, lose, comeBack }) => {
    lose();
    mock.timers.tick(55_000);
    comeBack();
    mock.timers.tick(20_000); // devices are pushed first
    assert.is(fired(), 0);
    timer.cancel();
    lose();
    mock.timers.tick(59_999); // a loss of its own, which has the whole time
    assert.is(fired(), 0);
    mock.timers.tick(1);
    assert.is(fired(), 1);
  }));

test('a connection that is lost again before it was restored fires a timer whose time was over', () =>
  withTimer(({ fired, lose, comeBack }) => {
    lose();
    mock.timers.tick(55_000);
    comeBack();
    mock.timers.tick(20_000);
    assert.is(fired(), 0);
    lose();
    mock.timers.tick(1);
    assert.is(fired(), 1);
  }));

test.run();
