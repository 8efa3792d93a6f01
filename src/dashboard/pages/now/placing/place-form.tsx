import { effect, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import { faultAt, placeRefusal, type Refusal } from '../../../api/refusals.ts';
import type { CallMode } from '../../../api/types.ts';
import { Icon } from '../../../icons/icon.tsx';
import { unlockSound } from '../../../shell/following/ring.ts';
import { devices } from '../../../state/stored/devices.ts';
import { flows } from '../../../state/stored/flows.ts';
import { serverTimeAt } from '../../../state/gateway/clock.ts';
import { runningCalls } from '../../../state/calls/calls.ts';
import { tellPlanned } from '../../../state/calls/just-planned.ts';
import { newIdempotencyKey, placeCall } from '../../../state/calls/place-call.ts';
import { faultOfTime, momentOf, type PlannedTime } from '../../../state/calls/planned-time.ts';
import { isOffline } from '../../../state/gateway/reach.ts';
import { Fault } from '../../../controls/fault.tsx';
import { DevicePick, FlowPick } from './form-picks.tsx';
import { NumberField } from './number-field.tsx';
import { PlaceButton } from './place-button.tsx';
import { ServicesPick, type WantedServices } from './services-pick.tsx';
import { keepChoices, keptChoices, noChoices, typed } from './unplaced.ts';
import { WhenPick } from './when-pick.tsx';

const modes: readonly { value: CallMode; text: string; icon: 'pause' | 'phone' | 'captions' }[] = [
  { value: 'hold_slayer', text: 'Wait for me', icon: 'pause' },
  { value: 'direct', text: 'Connect me', icon: 'phone' },
  { value: 'ai_assisted', text: 'With notes', icon: 'captions' },
];

/** Fields that can show a server's refusal: the server's names, and their names here. */
const fieldNames = ['number', 'intent', 'call_flow_id', 'device', 'transfer_to', 'services', 'at'];

/** Places or plans a call. A refusal appears below its field; no input is lost. */
export function PlaceForm() {
  const { query, route } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const number = useSignal(query['number'] ?? typed.number);
  const intent = useSignal(query['intent'] ?? (query['number'] === undefined ? typed.intent : ''));
  const begun = query['number'] === undefined ? keptChoices() : noChoices();
  const mode = useSignal<CallMode>(query['mode'] === undefined ? begun.mode : modeOf(query['mode']));
  const flowId = useSignal(query['flow'] ?? begun.flowId);
  const device = useSignal(begun.device);
  const services = useSignal<WantedServices>(begun.services);
  const planned = useSignal<PlannedTime | undefined>(begun.planned);
  const again = useSignal(begun.again);
  /** How many calls were placed: each form begins with its choices folded. */
  const placed = useSignal(0);
  const refusal = useSignal<Refusal | undefined>(undefined);
  const isBusy = useSignal(false);
  // Created when the form opens: pressing twice, or a retry on a bad network, places no second call.
  const key = useRef(newIdempotencyKey());

  useEffect(
    () => () =>
      keepChoices({
        mode: mode.peek(),
        flowId: flowId.peek(),
        device: device.peek(),
        services: services.peek(),
        planned: planned.peek(),
        again: again.peek(),
      }),
    [],
  );

  const isInHand = () => form.current?.contains(document.activeElement) === true;
  const isAtNew = useRef(false);
  isAtNew.current = query['new'] !== undefined;
  // A planned call that begins, or one of an assistant, does not take the form from whoever fills it in. At once: a signal of the page
  // itself tells only once the form is gone.
  useEffect(
    () =>
      effect(() => {
        if (runningCalls.value.length > 0 && !isAtNew.current && !isBusy.peek() && isInHand())
          route('/?new', true);
      }),
    [],
  );

  useEffect(() => {
    if (query['new'] === undefined) return;
    if (query['number'] !== undefined) {
      // Another call than the one that was being typed: nothing is left of that.
      number.value = query['number'];
      intent.value = query['intent'] ?? '';
      flowId.value = query['flow'] ?? '';
      changed();
    }
    if (query['mode'] !== undefined) mode.value = modeOf(query['mode']);
    if (!isInHand()) form.current?.querySelector<HTMLInputElement>('input[name="number"]')?.focus();
  }, [query['number'], query['intent'], query['mode'], query['flow'], query['new']]);

  // On a phone the fault of the whole form may lie behind the docked button that was pressed.
  useEffect(() => {
    if (refusal.value !== undefined && refusal.value.field === undefined)
      document.getElementById('form-fault')?.scrollIntoView({ block: 'nearest' });
  }, [refusal.value]);

  /** A changed form is another request; an unchanged one keeps its key. */
  const changed = () => {
    key.current = newIdempotencyKey();
    refusal.value = undefined;
  };

  const refuse = (because: Refusal) => {
    refusal.value = because;
    focusFault(form.current, because.field);
  };

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.peek() || isOffline.peek()) return;
    void unlockSound();
    const time = planned.peek();
    const fault = time === undefined ? '' : faultOfTime(time, serverTimeAt());
    if (fault !== '') {
      refuse({ field: 'at', text: fault });
      return;
    }
    isBusy.value = true;
    refusal.value = undefined;
    try {
      const id = await placeCall(
        {
          number: number.peek().trim(),
          mode: mode.peek(),
          intent: intent.peek().trim(),
          flowId: mode.peek() === 'hold_slayer' && flowId.peek() !== '' ? flowId.peek() : undefined,
          device: device.peek() === '' ? undefined : device.peek(),
          services: services.peek(),
          at: time === undefined ? undefined : new Date(momentOf(time)).toISOString(),
          again: again.peek(),
        },
        key.current,
      );
      key.current = newIdempotencyKey();
      number.value = typed.number = '';
      intent.value = typed.intent = '';
      flowId.value = '';
      planned.value = undefined;
      again.value = false;
      placed.value += 1;
      if (time !== undefined) tellPlanned(id);
      route('/');
    } catch (error) {
      refuse(placeRefusal(error, fieldNames));
    } finally {
      isBusy.value = false;
    }
  }

  const holds = mode.value === 'hold_slayer';
  return (
    <form
      class="card place"
      aria-label="Place a call"
      ref={form}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <NumberField
        value={number.value}
        intent={intent.value}
        fault={faultAt(refusal.value, 'number')}
        onChange={(text) => {
          number.value = typed.number = text;
          typed.intent = intent.peek();
          changed();
          // The address no longer says what is in the form: the same favourite, pressed again, would change nothing.
          if (query['number'] !== undefined) route('/?new', true);
        }}
      />
      <div class="field">
        <label for="intent">
          What is it about? <span class="faint">optional, shown to you when a person answers</span>
        </label>
        <input
          id="intent"
          name="intent"
          class={`input ${faultAt(refusal.value, 'intent') === '' ? '' : 'bad'}`}
          maxLength={1000}
          autocomplete="off"
          value={intent.value}
          aria-invalid={faultAt(refusal.value, 'intent') === '' ? undefined : 'true'}
          aria-describedby="intent-fault"
          onInput={({ currentTarget }) => {
            intent.value = typed.intent = currentTarget.value;
            changed();
          }}
        />
        <Fault id="intent-fault" text={faultAt(refusal.value, 'intent')} />
      </div>
      <div class="opt">
        <fieldset class="field full">
          <legend class="label">How</legend>
          <div class="segc fill choice">
            {modes.map(({ value, text, icon }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="mode"
                  value={value}
                  checked={mode.value === value}
                  onChange={() => {
                    mode.value = value;
                    changed();
                  }}
                />
                <span>
                  <Icon name={icon} />
                  {text}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {holds ? (
          <FlowPick
            flows={flows.value}
            number={number.value}
            value={flowId.value}
            fault={faultAt(refusal.value, 'call_flow_id')}
            onChange={(id) => {
              flowId.value = id;
              changed();
            }}
          />
        ) : null}
        <DevicePick
          devices={devices.value}
          holds={holds}
          value={device.value}
          fault={faultAt(refusal.value, 'device', 'transfer_to')}
          onChange={(id) => {
            device.value = id;
            changed();
          }}
        />
        <ServicesPick
          mode={mode.value}
          services={services}
          fault={faultAt(refusal.value, 'services')}
          onChange={changed}
        />
        <WhenPick
          key={placed.value}
          planned={planned}
          again={again}
          fault={faultAt(refusal.value, 'at')}
          onChange={changed}
        />
      </div>
      <Fault id="form-fault" text={faultAt(refusal.value, undefined)} />
      <PlaceButton holds={holds} isPlanned={planned.value !== undefined} isBusy={isBusy.value} />
    </form>
  );
}

function modeOf(text: string | undefined): CallMode {
  return modes.find(({ value }) => value === text)?.value ?? 'hold_slayer';
}

/** Focuses and scrolls to the field that must change. */
function focusFault(form: HTMLFormElement | null, field: string | undefined): void {
  const name = field === 'transfer_to' ? 'device' : field;
  if (name === undefined || form === null) return;
  const input = form.querySelector<HTMLElement>(`[name="${name}"]`);
  input?.closest('details')?.setAttribute('open', '');
  input?.focus();
}
