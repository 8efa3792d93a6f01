import { useSignal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { Icon } from '../../icons/icon.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { useAnswer } from '../../controls/use-answer.ts';
import { talkHere } from '../../phone/phone.ts';
import { nameDate, nameMoment } from '../../text/days.ts';
import { nameBrowser } from '../../text/browsers.ts';
import { nameCredential, tellSignIn } from '../../text/credentials.ts';
import { scopeTexts } from './scope-texts.ts';
import { Section } from './section.tsx';

type Session = Answer<'get', '/api/v1/sessions'>['sessions'][number];

/** The signed-in browsers. */
export function SessionsSection({ id }: { id: string }) {
  const sessions = useAnswer(async () => (await call('get', '/api/v1/sessions')).sessions);
  const ending = useSignal<Session | undefined>(undefined);
  const asked = ending.value;
  const end = ({ id: session }: Session) =>
    void sessions.change(() =>
      call('delete', '/api/v1/sessions/{session_id}', { path: { session_id: session } }),
    );
  const known = sessions.value.value ?? [];
  const others = known.filter((each) => !each.is_current);
  const own = known.find((each) => each.is_current);
  return (
    <Section
      id={id}
      name="Sessions"
      fault={sessions.fault.value}
      again={sessions.value.value === undefined ? () => void sessions.read() : undefined}
    >
      <div class="card list">
        <div class="it row0">
          <span>
            <b>{tellSignIn(own)}</b>
            <span class="muted sm">
              {own === undefined ? 'this browser' : `${nameBrowser(own.user_agent)}, this browser`}
              {own === undefined ? '' : ` · until ${nameDate(own.expires_at)} if it is not used`}
            </span>
          </span>
          {/* A navigation, because the identity provider may want to end its session too. */}
          <GatewayButton
            class="btn sm"
            disabled={talkHere.value !== undefined}
            title={talkHere.value === undefined ? undefined : 'Not while you talk in this tab'}
            onClick={() => location.assign('/auth/logout')}
          >
            <Icon name="log-out" />
            Sign out
          </GatewayButton>
        </div>
        {others.map((session) => (
          <div class="it row0" key={session.id}>
            <span>
              <b>{nameBrowser(session.user_agent)}</b>
              <span class="muted sm">
                {nameCredential(session)} · {scopeTexts[session.scope].name} · used{' '}
                {nameMoment(session.last_seen_at)}
              </span>
            </span>
            <GatewayButton class="btn sm hang" onClick={() => (ending.value = session)}>
              Sign it out<span class="vh"> {nameBrowser(session.user_agent)}</span>
            </GatewayButton>
          </div>
        ))}
      </div>
      {asked === undefined ? null : (
        <Question
          id="end-session"
          title={`Sign out ${nameBrowser(asked.user_agent)}?`}
          yes="Sign it out"
          no="Keep it signed in"
          onYes={() => end(asked)}
          onClose={() => (ending.value = undefined)}
        >
          It was used {nameMoment(asked.last_seen_at)}. Whoever uses it has to sign in again. If it is one of
          your phones, it no longer rings.
        </Question>
      )}
    </Section>
  );
}
