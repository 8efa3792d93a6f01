import { hasCalled } from '../../state/calls/first-call.ts';
import type { NewDevice } from '../../state/stored/device-work.ts';

/** A number has no test ring: that would be a call. */
export function NumberAdded({ device }: { device: NewDevice }) {
  return (
    <section class="card pad stack wiz-card">
      <div>
        <h2>{device.name} is ready</h2>
        <p class="muted">
          I call it through the trunk when a person answers. I do not ring it now, because that would be a
          call.
          {device.confirm_answer ? ' Whoever answers is asked to press 1.' : ''}
        </p>
      </div>
      <div class="row">
        <a class="btn primary" href={hasCalled.value === true ? '/devices' : '/'}>
          Done
        </a>
      </div>
    </section>
  );
}
