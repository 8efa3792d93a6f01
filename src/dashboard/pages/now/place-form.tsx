import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import { type Refusal, placeRefusal } from '../../api/refusals.ts';
import type { CallMode } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { unlockSound } from '../../shell/ring.ts';
import { devices } from '../../state/devices.ts';
import { flows } from '../../state/flows.ts';
import { health } from '../../state/gateway.ts';
import { newIdempotencyKey, placeCall } from '../../state/place-call.ts';
import { isOffline } from '../../state/reach.ts';
import { Fault } from '../../shell/fault.tsx';
import { GatewayButton } from '../../shell/gateway-button.tsx';
import { DevicePick, FlowPick } from './form-picks.tsx';
import { NumberField } from './number-field.tsx';
import { ServicesPick, type WantedServices } from './services-pick.tsx';

const modes: readonly { value: CallMode; text: string; icon: 'pause' | 'phone' | 'captions' }[] = [
  { value: 'hold_slayer', text: 'Wait for me', icon: 'pause' },
  { value: 'direct', text: 'Connect me', icon: 'phone' },
  { value: 'ai_assisted', text: 'With notes', icon: 'captions' },
];

/** Fields that can show a server's refusal: the server's names, and their names here. */
const fieldNames = ['number', 'intent', 'call_flow_id', 'device', 'transfer_to', 'services'];

/** Places a call. A refusal appears below its field; no input is lost. */
export function PlaceForm() {
  const { query, route } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const number = useSignal(query['number'] ?? '');
  const intent = useSignal(query['intent'] ?? '');
  const mode = useSignal<CallMode>(modeOf(query['mode']));
  const flowId = useSignal(query['flow'] ?? '');
  const device = useSignal('');
  const services = useSignal<WantedServices>({ recording: false, transcription: false });
  const refusal = useSignal<Refusal | undefined>(undefined);
  const isBusy = useSignal(false);
  // Created when the form opens: pressing twice, or a retry on a bad network, places no second call.
  const key = useRef(newIdempotencyKey());

  useEffect(() => {
    if (query['new'] === undefined) return;
    number.value = query['number'] ?? number.peek();
    intent.value = query['intent'] ?? intent.peek();
    if (query['mode'] !== undefined) mode.value = modeOf(query['mode']);
    if (query['flow'] !== undefined) flowId.value = query['flow'];
    form.current?.querySelector<HTMLInputElement>('input[name="number"]')?.focus();
  }, [query['number'], query['flow'], query['new']]);

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

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.peek() || isOffline.peek()) return;
    void unlockSound();
    isBusy.value = true;
    refusal.value = undefined;
    try {
      await placeCall(
        {
          number: number.peek().trim(),
          mode: mode.peek(),
          intent: intent.peek().trim(),
          flowId: mode.peek() === 'hold_slayer' && flowId.peek() !== '' ? flowId.peek() : undefined,
          device: device.peek() === '' ? undefined : device.peek(),
          services: services.peek(),
        },
        key.current,
      );
      key.current = newIdempotencyKey();
      number.value = '';
      intent.value = '';
      flowId.value = '';
      route('/');
    } catch (error) {
      const placed = placeRefusal(error, fieldNames);
      refusal.value = placed;
      focusFault(form.current, placed.field);
    } finally {
      isBusy.value = false;
    }
  }

  const holds = mode.value === 'hold_slayer';
  const cannot = health.value?.asterisk.ok === false;
  const label = isBusy.value ? 'Dialling …' : holds ? 'Call and wait' : 'Call';
  const faultOf = (...names: string[]) =>
    refusal.value?.field !== undefined && names.includes(refusal.value.field) ? refusal.value.text : '';
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
        fault={faultOf('number')}
        onChange={(text) => {
          number.value = text;
          changed();
        }}
      />
      <div class="field">
        <label for="intent">
          What is it about? <span class="faint">optional, shown to you when a person answers</span>
        </label>
        <input
          id="intent"
          name="intent"
          class={`input ${faultOf('intent') === '' ? '' : 'bad'}`}
          maxLength={1000}
          autocomplete="off"
          value={intent.value}
          aria-describedby="intent-fault"
          onInput={({ currentTarget }) => {
            intent.value = currentTarget.value;
            changed();
          }}
        />
        <Fault id="intent-fault" text={faultOf('intent')} />
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
            flows={flows.value ?? []}
            number={number.value}
            value={flowId.value}
            fault={faultOf('call_flow_id')}
            onChange={(id) => {
              flowId.value = id;
              changed();
            }}
          />
        ) : null}
        <DevicePick
          devices={devices.value ?? []}
          holds={holds}
          value={device.value}
          fault={faultOf('device', 'transfer_to')}
          onChange={(id) => {
            device.value = id;
            changed();
          }}
        />
        <ServicesPick mode={mode.value} services={services} fault={faultOf('services')} onChange={changed} />
      </div>
      {refusal.value !== undefined && refusal.value.field === undefined ? (
        <Fault id="form-fault" text={refusal.value.text} />
      ) : null}
      <div class="row desk">
        <GatewayButton type="submit" class="btn primary lg" dials disabled={isBusy.value}>
          <Icon name="phone-outgoing" />
          {label}
        </GatewayButton>
        <span class="hint">
          {cannot
            ? 'Not while Asterisk is away.'
            : holds
              ? 'You can close this page. I ring you when a person answers.'
              : 'Your phone rings first, then theirs.'}
        </span>
      </div>
      <div class="dock">
        <GatewayButton type="submit" class="btn primary grow" dials disabled={isBusy.value}>
          <Icon name="phone-outgoing" />
          {label}
        </GatewayButton>
      </div>
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
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
