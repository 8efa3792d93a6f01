import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { placeRefusal } from '../../../api/refusals.ts';
import { Icon } from '../../../icons/icon.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { unlockSound } from '../../../shell/following/ring.ts';
import { type Favourite, favourites } from '../../../state/stored/favourites.ts';
import { knownFavourites, type KnownNumber, writeBest } from '../../../state/stored/known-numbers.ts';
import { DialKey, placeCall } from '../../../state/calls/place-call.ts';
import { writeRange } from '../../../text/formats.ts';
import { FavouritesDialog } from './favourites-dialog.tsx';

/** Frequently called numbers: the card fills in the form, its button dials. */
export function Favourites({ oneColumn = false }: { oneColumn?: boolean }) {
  const isEditing = useSignal(false);
  const known = favourites.value;
  if (known === undefined || known.length === 0) return null;
  return (
    <section class={oneColumn ? 'desk' : 'phone'}>
      <div class="row section-head">
        <h2 class="grow">Favourites</h2>
        <button type="button" class="link sm" onClick={() => (isEditing.value = true)}>
          Edit
        </button>
      </div>
      <ul class={oneColumn ? 'favs one' : 'favs'}>
        {known.map((each) => (
          <FavouriteCard key={`${each.number} ${each.label}`} favourite={each} />
        ))}
      </ul>
      {isEditing.value ? <FavouritesDialog onClose={() => (isEditing.value = false)} /> : null}
    </section>
  );
}

function FavouriteCard({ favourite }: { favourite: Favourite }) {
  const { route } = useLocation();
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const key = useMemo(() => new DialKey(), []);
  const { label, number, intent, call_flow_id: flowId, mode } = favourite;

  async function dial() {
    if (isBusy.peek()) return;
    void unlockSound();
    isBusy.value = true;
    fault.value = '';
    try {
      const wanted = {
        number,
        mode,
        intent,
        flowId: flowId ?? undefined,
        services: { recording: false, transcription: false },
        device: undefined,
      };
      await placeCall(wanted, key.of(wanted, performance.now()));
      key.placed(performance.now());
      route('/');
    } catch (error) {
      fault.value = placeRefusal(error, []).text;
    } finally {
      isBusy.value = false;
    }
  }

  const query = new URLSearchParams({
    new: '',
    number,
    intent,
    mode,
    ...(flowId === null ? {} : { flow: flowId }),
  });
  return (
    <li class="card fav">
      <a class="fav-main" href={`/?${query.toString()}`}>
        <b class="clip">{label}</b>
        <span class="muted sm clip">{intent === '' ? number : intent}</span>
        <WaitFoot known={knownFavourites.value.get(number)} />
        {fault.value === '' ? null : (
          <span class="err" role="alert">
            <Icon name="circle-alert" />
            {fault}
          </span>
        )}
      </a>
      <GatewayButton
        dials
        class="btn icon fav-go"
        aria-label={`Call ${label}${mode === 'hold_slayer' ? ' and wait' : ''}`}
        disabled={isBusy.value}
        onClick={() => void dial()}
      >
        <Icon name="phone-outgoing" />
      </GatewayButton>
    </li>
  );
}

/** The usual and the shortest wait there; empty until enough is known. */
function WaitFoot({ known }: { known: KnownNumber | undefined }) {
  const estimate = known?.estimate ?? null;
  if (estimate === null) return null;
  return (
    <span class="fav-foot num">
      <span>
        <Icon name="clock" />
        {writeRange(estimate.p25, estimate.p75)}
      </span>
      {estimate.best === null ? null : <span class="faint">best {writeBest(estimate.best)}</span>}
    </span>
  );
}
