import { Icon } from '../icons/icon.tsx';
import { runningCalls } from '../state/calls.ts';
import { writeClockSeconds } from '../state/formats.ts';
import { isUnreached } from '../state/session.ts';
import { isOffline, lostAtMs } from '../stream/connection.ts';

/** Says that the page is outdated, and that the call does not need it. */
export function ConnectionBanner() {
  if (isUnreached.value) return <Unreached />;
  if (!isOffline.value) return null;
  const lost = Date.now() - (performance.now() - (lostAtMs.value ?? performance.now()));
  const calls = runningCalls.value.length;
  return (
    <div class="banner connection" role="status">
      <Icon name="wifi-off" />
      <div class="grow">
        <b>This page lost the gateway at {writeClockSeconds(lost)}. I keep trying.</b>
        <p class="muted sm">
          {calls === 0
            ? 'What you see is as of then.'
            : `Your ${calls === 1 ? 'call goes' : 'calls go'} on in the gateway without this page: your phone still rings when a person answers.`}
        </p>
      </div>
    </div>
  );
}

/** An installed page opens without the gateway and has nothing to show. */
function Unreached() {
  return (
    <div class="banner connection" role="status">
      <Icon name="wifi-off" />
      <div class="grow">
        <b>I cannot reach the gateway. I keep trying.</b>
        <p class="muted sm">
          Calls go on in it without this page: your phone still rings when a person answers.
        </p>
      </div>
    </div>
  );
}
