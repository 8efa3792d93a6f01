import { call } from '../../api/client.ts';
import { Dialog } from '../../controls/dialog.tsx';
import { Fault } from '../../controls/fault.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { Icon } from '../../icons/icon.tsx';
import { nameMoment } from '../../text/days.ts';
import { iconOf, tellDelivery, tellEvent } from './delivery-texts.ts';

const shown = 20;

interface DeliveriesDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** The newest messages to a webhook, and what became of them. */
export function DeliveriesDialog({ id, name, onClose }: DeliveriesDialogProps) {
  const { value, fault } = useAnswer(async () => {
    const path = { webhook_id: id };
    return (await call('get', '/api/v1/webhooks/{webhook_id}/deliveries', { path, query: { limit: shown } }))
      .deliveries;
  });
  const known = value.value;
  const heading = `deliveries-${id}`;
  return (
    <Dialog labelledBy={heading} onClose={onClose}>
      <h2 id={heading}>Deliveries to {name}</h2>
      <Fault text={fault.value} />
      {known === undefined ? null : known.length === 0 ? (
        <p class="muted">Nothing was sent to it in the last week. A test is not listed.</p>
      ) : (
        <ul class="deliveries">
          {known.map((delivery) => (
            <li key={delivery.event_id} class={delivery.state === 'failed' ? 'is-failed' : undefined}>
              <Icon name={iconOf(delivery)} />
              <span>{tellDelivery(delivery)}</span>
              <span class="faint sm about">
                {tellEvent(delivery)}
                <time dateTime={delivery.created_at}>{nameMoment(delivery.created_at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button type="button" class="btn" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
