import { useLocation } from 'preact-iso';
import { Clock } from '../pages/now/hearing/clock.tsx';
import { HeardStrip } from '../pages/now/hearing/heard-strip.tsx';
import { carriedCall } from '../phone/carried-call.ts';
import { foremostCall } from '../state/calls/calls.ts';
import { nameOf } from '../text/names.ts';
import { statusChips } from '../text/status-texts.ts';

/** The foremost call while the owner is on another page; a talk in this browser has its bar instead. */
export function RunningCall() {
  const { path } = useLocation();
  const live = foremostCall.value;
  if (live === undefined || live === carriedCall.value || path === '/') return null;
  const view = live.view.value;
  const span = view.status === 'connected' ? live.talk : view.status === 'on_hold' ? live.hold : live.total;
  return (
    <a class="livebar" href="/">
      <span class="dot live-dot" />
      <span class="clip">{nameOf(view)}</span>
      <Clock span={span} label={statusChips[view.status].text} />
      <span class="mini">
        <HeardStrip live={live} height={18} />
      </span>
    </a>
  );
}
