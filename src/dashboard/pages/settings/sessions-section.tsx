import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { me } from '../../state/session.ts';
import { nameDate, nameMoment } from '../../text/days.ts';
import { nameBrowser } from '../../text/browsers.ts';
import { scopeTexts } from './scope-texts.ts';

type Session = Answer<'get', '/api/v1/sessions'>['sessions'][number];

/** The browsers that are signed in. */
export function SessionsSection({ id }: { id: string }) {
  const sessions = useSignal<readonly Session[]>([]);
  const fault = useSignal<string | undefined>(undefined);
  const read = async () => {
    try {
      sessions.value = (await call('get', '/api/v1/sessions')).sessions;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  useEffect(() => void read(), []);
  const end = async (session: Session) => {
    try {
      await call('delete', '/api/v1/sessions/{session_id}', { path: { session_id: session.id } });
      await read();
    } catch (error) {
      fault.value = explain(error);
    }
  };
  const others = sessions.value.filter((each) => !each.is_current);
  const own = sessions.value.find((each) => each.is_current);
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>Sessions</h2>
      {fault.value === undefined ? null : (
        <p class="err" role="alert">
          <Icon name="circle-alert" />
          <span>{fault}</span>
        </p>
      )}
      <div class="card list">
        <div class="it row0">
          <span>
            <b>Signed in as {me.value?.email ?? me.value?.name ?? 'the owner'}</b>
            <span class="muted sm">
              {own === undefined ? 'this browser' : `${nameBrowser(own.user_agent)}, this browser`}
              {own === undefined ? '' : ` · until ${nameDate(own.expires_at)} if it is not used`}
            </span>
          </span>
          {/* A navigation: the identity provider may want to end its session as well. */}
          <button type="button" class="btn sm" onClick={() => location.assign('/auth/logout')}>
            <Icon name="log-out" />
            Sign out
          </button>
        </div>
        {others.map((session) => (
          <div class="it row0" key={session.id}>
            <span>
              <b>{nameBrowser(session.user_agent)}</b>
              <span class="muted sm">
                {session.name} · {scopeTexts[session.scope].name} · used {nameMoment(session.last_seen_at)}
              </span>
            </span>
            <button type="button" class="btn sm hang" onClick={() => void end(session)}>
              Sign it out
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}
