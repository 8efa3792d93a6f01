import { useSignal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { Secret } from '../../controls/secret.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { isOwnerToken } from '../../text/credentials.ts';
import { nameDate, nameMoment } from '../../text/days.ts';
import { NewToken } from './new-token.tsx';
import { scopeTexts } from './scope-texts.ts';
import { Section } from './section.tsx';

type Token = Answer<'get', '/api/v1/tokens'>['tokens'][number];

const nameOf = (token: Token): string => (isOwnerToken(token.id) ? 'Owner token' : token.name);

/** The tokens other programs authenticate with. */
export function TokensSection({ id }: { id: string }) {
  const tokens = useAnswer(async () => (await call('get', '/api/v1/tokens')).tokens);
  const made = useSignal<{ id: string; token: string } | undefined>(undefined);
  const isMaking = useSignal(false);
  const revoking = useSignal<Token | undefined>(undefined);
  const asked = revoking.value;
  const known = tokens.value.value;
  return (
    <Section
      id={id}
      name="Tokens"
      adds={{ text: 'New token', onPress: () => (isMaking.value = true) }}
      fault={tokens.fault.value}
      again={known === undefined ? () => void tokens.read() : undefined}
    >
      <div class="card list" hidden={known === undefined && !isMaking.value}>
        {isMaking.value ? (
          <NewToken
            onClose={() => (isMaking.value = false)}
            onMade={(created) => {
              made.value = created;
              isMaking.value = false;
              // Its secret must not depend on another read.
              tokens.value.value = [created, ...(tokens.value.peek() ?? [])];
              void tokens.read();
            }}
          />
        ) : null}
        {(known ?? []).map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            secret={made.value?.id === token.id ? made.value.token : undefined}
            onRevoke={() => (revoking.value = token)}
          />
        ))}
      </div>
      {asked === undefined ? null : (
        <Question
          id="revoke-name"
          title={`Revoke “${nameOf(asked)}”?`}
          yes="Revoke"
          onYes={() =>
            void tokens.change(() =>
              call('delete', '/api/v1/tokens/{token_id}', { path: { token_id: asked.id } }),
            )
          }
          onClose={() => (revoking.value = undefined)}
        >
          Whatever uses it stops working at once, and so do the tokens that were made with it and the browsers
          that signed in with it.
        </Question>
      )}
    </Section>
  );
}

interface TokenRowProps {
  token: Token;
  /** Shown only this once. */
  secret: string | undefined;
  onRevoke: () => void;
}

function expiry(at: string): string {
  return `${Date.parse(at) > Date.now() ? 'expires' : 'expired'} ${nameDate(at)}`;
}

function TokenRow({ token, secret, onRevoke }: TokenRowProps) {
  return (
    <div class="it">
      <div class="row0">
        <span>
          <b>
            {nameOf(token)} {secret === undefined ? null : <span class="chip person">new</span>}
          </b>
          <span class="muted sm">
            {isOwnerToken(token.id) ? 'OWNER_TOKEN in the configuration · ' : ''}
            {scopeTexts[token.scope].name} · created {nameDate(token.created_at)}
            {token.expires_at === null ? '' : ` · ${expiry(token.expires_at)}`}
          </span>
        </span>
        <span class="row at-end">
          <span class="muted sm">
            {token.last_used_at === null ? 'not used yet' : `used ${nameMoment(token.last_used_at)}`}
          </span>
          <GatewayButton class="btn sm hang" onClick={onRevoke}>
            Revoke<span class="vh"> {nameOf(token)}</span>
          </GatewayButton>
        </span>
      </div>
      {secret === undefined ? null : (
        <div class="secret-row">
          <Secret text={secret} what="token" />
          <p class="hint">Shown only once.</p>
        </div>
      )}
    </div>
  );
}
