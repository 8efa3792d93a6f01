import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../../../api/errors.ts';
import { tellRefusal } from '../../../api/refusals.ts';
import { writeRange } from '../../../text/formats.ts';
import {
  favourites,
  favouritesTag,
  readFavourites,
  saveFavourites,
} from '../../../state/stored/favourites.ts';
import { flows, readFlows } from '../../../state/stored/flows.ts';
import { type KnownNumber, lookUpNumber, writeBest } from '../../../state/stored/known-numbers.ts';
import { nameCountry } from '../../../text/countries.ts';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { namedNumber } from './named-number.ts';

export interface NumberFieldProps {
  value: string;
  /** Saved with the number in a favourite. */
  intent: string;
  fault: string;
  onChange: (text: string) => void;
}

const pauseMs = 350;
/** What the gateway can look up: the digits of a number with its country code. */
const plausible = /^\+\d{7,15}$/;

/** A number, or a name that stands for one; what the gateway knows about it is shown below. */
export function NumberField({ value, intent, fault, onChange }: NumberFieldProps) {
  const known = useSignal<KnownNumber | undefined>(undefined);
  useEffect(() => void readFlows().catch(() => undefined), []);
  useEffect(() => {
    const digits = value.replace(/[\s().\-/]/g, '');
    known.value = undefined;
    if (!plausible.test(digits)) return undefined;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      lookUpNumber(digits, asked.signal).then(
        (found) => {
          known.value = found;
        },
        () => undefined, // more was typed
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [value]);

  const suggestions = new Map<string, string>();
  for (const each of flows.value ?? []) suggestions.set(each.phone_number, `${each.company} – ${each.name}`);
  for (const each of favourites.value ?? []) suggestions.set(each.number, each.label);
  const take = (text: string, isDone = false) => {
    const meant = namedNumber(text, suggestions, isDone) ?? text;
    if (meant !== value) onChange(meant);
  };
  const refused =
    known.value?.allowed === false ? tellRefusal(known.value.detail ?? 'this number may not be called') : '';
  const shownFault = fault === '' ? refused : fault;
  return (
    <div class="field">
      <label for="number">Number, company or flow</label>
      <div class="inwrap">
        <input
          id="number"
          name="number"
          class={`input bignum ${shownFault === '' ? '' : 'bad'}`}
          type="text"
          inputMode="tel"
          autocomplete="off"
          list="known-numbers"
          placeholder="+1 202 555 0100"
          maxLength={60}
          value={value}
          aria-invalid={shownFault === '' ? undefined : 'true'}
          aria-describedby="number-hint number-fault"
          onInput={({ currentTarget }) => take(currentTarget.value)}
          onChange={({ currentTarget }) => take(currentTarget.value, true)}
        />
        {known.value?.country === undefined || known.value.country === null ? null : (
          <span class="in-end desk">
            <span class="chip line">{nameCountry(known.value.country)}</span>
          </span>
        )}
      </div>
      <datalist id="known-numbers">
        {[...suggestions].map(([number, name]) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </datalist>
      {shownFault === '' ? (
        <Hint key={known.value?.number} known={known.value} intent={intent} />
      ) : (
        <Fault id="number-fault" text={shownFault} />
      )}
    </div>
  );
}

function Hint({ known, intent }: { known: KnownNumber | undefined; intent: string }) {
  const fault = useSignal('');
  const isBusy = useSignal(false);
  if (known === undefined)
    return (
      <p class="hint" id="number-hint">
        With its country, like +1 202 555 0100
      </p>
    );
  const { company, estimate, formatted, number } = known;
  const name = company === null || company === '' ? formatted : company;
  const isKept = (favourites.value ?? []).some((each) => each.number === number);

  async function keep() {
    if (number === null || isBusy.peek()) return;
    isBusy.value = true;
    fault.value = '';
    try {
      await readFavourites();
      await saveFavourites(
        [
          ...(favourites.peek() ?? []),
          {
            label: name.slice(0, 60),
            number,
            intent: intent.trim(),
            call_flow_id: null,
            mode: 'hold_slayer',
          },
        ],
        favouritesTag(),
      );
    } catch (error) {
      fault.value = explain(error);
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <div class="row between wrap hint-row">
      <p class="hint" id="number-hint">
        <b class="ink">{name}</b>
        {estimate === null
          ? ''
          : ` · Usually ${writeRange(estimate.p25, estimate.p75)}${estimate.best === null ? '' : `; quickest ${writeBest(estimate.best)}`}`}
      </p>
      {isKept ? null : (
        <GatewayButton class="link sm" disabled={isBusy.value} onClick={() => void keep()}>
          Keep as favourite
        </GatewayButton>
      )}
      <Fault id="favourite-fault" text={fault.value} />
    </div>
  );
}
