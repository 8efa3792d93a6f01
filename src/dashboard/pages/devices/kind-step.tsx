import { useComputed, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { faultAt, placeRefusal, type Refusal } from '../../api/refusals.ts';
import { Icon } from '../../icons/icon.tsx';
import type { IconName } from '../../icons/names.ts';
import { addDevice, type NewDevice, removeDevice } from '../../state/stored/device-work.ts';
import { readSystem, systemReport } from '../../state/gateway/system.ts';
import { leaveWithoutSaving } from '../../state/unsaved.ts';
import { userOf } from '../../text/device-texts.ts';
import { Fault } from '../../controls/fault.tsx';
import { Field } from '../../controls/field.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { useUnsaved } from '../../controls/use-unsaved.ts';

type Kind = 'registers' | 'number' | 'address';

const kinds: readonly { value: Kind; name: string; does: string; icon: IconName }[] = [
  {
    value: 'registers',
    name: 'A phone or softphone',
    does: 'It registers here with a password',
    icon: 'phone',
  },
  {
    value: 'number',
    name: 'A phone number',
    does: 'Called through the trunk, like your mobile',
    icon: 'smartphone',
  },
  {
    value: 'address',
    name: 'A SIP address',
    does: 'A phone or exchange that is called directly',
    icon: 'link',
  },
];

/** Chooses the kind of device and its name. */
export function KindStep({ onAdded }: { onAdded: (device: NewDevice) => void }) {
  const { route } = useLocation();
  const kind = useSignal<Kind>('registers');
  const name = useSignal('');
  const address = useSignal('');
  const typedServer = useSignal<string | undefined>(undefined);
  const server = useComputed(() => typedServer.value ?? likeliestServer());
  const showsServer = useSignal(false);
  // A mobile that is switched off is answered by its voicemail, which would take the call from the person who waits.
  const asksForKey = useSignal(true);
  const refusal = useSignal<Refusal | undefined>(undefined);
  const isBusy = useSignal(false);
  useUnsaved(name.value !== '' || address.value !== '', 'The device you describe is not added yet.');
  useEffect(() => void readSystem().catch(() => undefined), []); // without it the server has to be typed

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.peek()) return;
    refusal.value = undefined;
    isBusy.value = true;
    try {
      onAdded(await add());
    } catch (error) {
      refusal.value =
        error instanceof WrongServer
          ? {
              field: 'server',
              text: `Phones do not register here at “${server.value}”. Type this gateway’s name or address.`,
            }
          : placeRefusal(error, ['name', 'sip_uri']);
      if (error instanceof WrongServer) showsServer.value = true;
    } finally {
      isBusy.value = false;
    }
  }

  async function add(): Promise<NewDevice> {
    const called = name.peek().trim();
    if (kind.peek() === 'number')
      return addDevice({
        name: called,
        type: 'external',
        sip_uri: `tel:${address.peek().replace(/[^+\d]/g, '')}`,
        confirm_answer: asksForKey.peek(),
      });
    if (kind.peek() === 'address') {
      const typed = address.peek().trim();
      return addDevice({
        name: called,
        type: 'sip_phone',
        sip_uri: typed.startsWith('sip:') ? typed : `sip:${typed}`,
      });
    }
    const created = await addDevice({
      name: called,
      type: 'sip_phone',
      sip_uri: `sip:${userOf(called)}@${server.peek().trim()}`,
    });
    if (created.sip_password !== undefined) return created;
    // The gateway took it for another machine's address.
    await removeDevice(created.id);
    throw new WrongServer();
  }

  return (
    <form class="card pad stack wiz-card" onSubmit={(event) => void submit(event)}>
      <fieldset class="kinds">
        <legend class="label">What should ring?</legend>
        {kinds.map(({ value, name: kindName, does, icon }) => (
          <label key={value} class="kind">
            <input
              type="radio"
              name="kind"
              checked={kind.value === value}
              onChange={() => {
                kind.value = value;
                refusal.value = undefined;
              }}
            />
            <span class="pic">
              <Icon name={icon} />
            </span>
            <span>
              <b>{kindName}</b>
              <span class="muted sm">{does}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        id="device-name"
        label="Name"
        fault={faultAt(refusal.value, 'name')}
        placeholder="Kitchen phone"
        required
        maxLength={100}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      {kind.value === 'registers' ? (
        showsServer.value ? (
          <Field
            id="device-server"
            label="This gateway’s name or address"
            fault={faultAt(refusal.value, 'server', 'sip_uri')}
            required
            maxLength={200}
            value={server.value}
            onInput={(event) => (typedServer.value = event.currentTarget.value)}
          />
        ) : (
          <Fault text={faultAt(refusal.value, 'sip_uri')} />
        )
      ) : (
        <Field
          id="device-address"
          label={kind.value === 'number' ? 'Number' : 'Address'}
          look={kind.value === 'number' ? 'num' : ''}
          fault={faultAt(refusal.value, 'sip_uri')}
          inputMode={kind.value === 'number' ? 'tel' : 'url'}
          placeholder={kind.value === 'number' ? '+1 202 555 0142' : 'kitchen@192.168.1.44'}
          required
          maxLength={250}
          value={address.value}
          onInput={(event) => (address.value = event.currentTarget.value)}
        />
      )}
      {kind.value === 'number' ? (
        <label class="row">
          <input
            type="checkbox"
            checked={asksForKey.value}
            onChange={(event) => (asksForKey.value = event.currentTarget.checked)}
          />
          <span class="grow">Whoever answers must press 1, so that voicemail never takes the call</span>
        </label>
      ) : null}
      <Fault text={faultAt(refusal.value, undefined)} />
      <div class="row">
        <GatewayButton type="submit" class="btn primary" disabled={isBusy.value}>
          Continue
        </GatewayButton>
        <button type="button" class="btn quiet" onClick={() => leaveWithoutSaving(() => route('/devices'))}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const portOf = /:\d+$/;

/** The gateway name this browser used: a phone on the same network can use it too. */
function likeliestServer(): string {
  const servers = systemReport.value?.sip?.servers ?? [];
  const [first = location.hostname, ...others] = servers;
  if (/^(localhost|127\..*)$/.test(location.hostname)) return first;
  return [first, ...others].find((each) => each.replace(portOf, '') === location.hostname) ?? first;
}

class WrongServer extends Error {}
