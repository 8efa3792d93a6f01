import { Icon } from '../../icons/icon.tsx';
import { runningCalls } from '../../state/calls/calls.ts';
import { writeClockSeconds } from '../../text/formats.ts';
import { type OpeningFault, openingFault } from '../../state/gateway/opening.ts';
import { tellOpening } from '../../text/opening.ts';
import { isOffline, isStreamBarred, lostAtMs } from '../../state/gateway/reach.ts';

/** Says that the page is outdated, and that the call does not need it. */
export function ConnectionBanner() {
  if (openingFault.value !== undefined) return <NotOpened fault={openingFault.value} />;
  if (!isOffline.value) return null;
  if (isStreamBarred.value) return <StreamBarred />;
  const lost = Date.now() - (performance.now() - (lostAtMs.value ?? performance.now()));
  const calls = runningCalls.value.length;
  return (
    <div class="banner connection lost" role="status">
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

/** The gateway answers, so the fault is not its own. */
function StreamBarred() {
  return (
    <div class="banner connection" role="status">
      <Icon name="circle-alert" />
      <div class="grow">
        <b>The gateway answers, but its events do not get through. I keep trying.</b>
        <p class="muted sm">
          Something in between does not pass WebSockets on: a proxy needs the lines for that in{' '}
          <code>docs/https.md</code>. Calls go on without this page.
        </p>
      </div>
    </div>
  );
}

/** A page that does not know yet who uses it has nothing to show. */
function NotOpened({ fault }: { fault: OpeningFault }) {
  const { icon, title, detail } = tellOpening(fault);
  return (
    <div class="banner connection" role="status">
      <Icon name={icon} />
      <div class="grow">
        <b>{title}</b>
        <p class="muted sm">{detail}</p>
      </div>
    </div>
  );
}
