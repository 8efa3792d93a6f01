import { Icon } from '../../icons/icon.tsx';
import { serverNowMs } from '../../state/gateway/clock.ts';
import type { LiveCall } from '../../state/call/live-call.ts';
import { otherTabDeviceId } from '../../phone/phone.ts';
import { isReachable } from '../../text/device-texts.ts';
import { ringOrder } from '../now/live/will-ring.tsx';

export const otherTabName = 'the other tab of this browser';

/** The names of the devices ringing now. One tab of a browser is its phone: by the browser's name nobody would look for it there. */
export function whoRings(live: LiveCall): string[] {
  return live.rung.value
    .filter(({ failed, wakes }) => failed === undefined && !wakes)
    .map(({ id, name }) => (id === otherTabDeviceId() ? otherTabName : name));
}

/** What is ringing for the person and for how much longer, what did not answer, and what comes next. */
export function WhatRings({ live }: { live: LiveCall }) {
  const rung = live.rung.value;
  const next = ringOrder(live).filter((each) => isReachable(each) && !rung.some(({ id }) => id === each.id));
  return (
    <section class="panel" aria-label="What rings">
      <ul class="rings">
        {rung.map(({ id, name, sinceMs, ringSeconds, wakes, failed }) => {
          const spent = Math.max(0, (serverNowMs() - sinceMs) / 1000);
          return (
            <li key={id} class={failed === undefined ? '' : 'next'}>
              <Icon name={failed !== undefined ? 'bell-off' : wakes ? 'bell' : 'bell-ring'} />
              {failed === undefined ? (
                <b>{wakes ? `Waking ${name}` : `${name} rings`}</b>
              ) : (
                <span>
                  {name === '' ? 'No device' : name}: {failed}
                </span>
              )}
              {failed === undefined && ringSeconds !== undefined ? (
                <>
                  <span class="num">{Math.max(0, Math.ceil(ringSeconds - spent))} s</span>
                  <svg class="bar" height="4" aria-hidden="true">
                    <rect width="100%" height="4" rx="2" class="bar-all" />
                    <rect
                      width={`${Math.min(100, (spent / ringSeconds) * 100).toFixed(1)}%`}
                      height="4"
                      rx="2"
                    />
                  </svg>
                </>
              ) : (
                <span />
              )}
            </li>
          );
        })}
        {rung.length === 0 && next.length === 0 ? (
          <li class="next">
            <Icon name="bell-off" />
            <span>No device is online</span>
            <span />
          </li>
        ) : null}
        {next.map(({ id, name }) => (
          <li key={id} class="next">
            <Icon name="smartphone" />
            <span>
              {rung.length === 0 ? '' : 'then '}
              {name}
            </span>
            <span />
          </li>
        ))}
      </ul>
    </section>
  );
}
