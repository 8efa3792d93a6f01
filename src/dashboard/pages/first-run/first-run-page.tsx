import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { Brand } from '../../shell/brand.tsx';
import { setPageName } from '../../shell/title.ts';
import { devices } from '../../state/devices.ts';
import { health } from '../../state/gateway.ts';
import { ExampleStrip } from './example-strip.tsx';
import './first-run.css';

/** What is missing until the first call, in the order in which it is needed. */
export function FirstRunPage() {
  useEffect(() => setPageName('Now'), []);
  const hasLine = health.value?.asterisk.ok ?? false;
  const hasDevice = (devices.value ?? []).length > 0;
  const missing = [hasLine, hasDevice, false].filter((done) => !done).length;
  return (
    <>
      <div class="mtop phone">
        <Brand />
      </div>
      <div class="first">
        <div class="hero0">
          <h1>Let me wait for you.</h1>
          <p>
            I call, work through the menu and wait in the queue. When a person answers, I ring you.{' '}
            {['Nothing is', 'One thing is', 'Two things are', 'Three things are'][missing]} missing.
          </p>
        </div>
        <section class="card pad">
          <ExampleStrip />
        </section>
        <ol class="card todo">
          <Step
            number={1}
            isDone={hasLine}
            head="A line to the world"
            detail={
              hasLine
                ? 'Asterisk answers'
                : (health.value?.asterisk.detail ?? 'Asterisk is starting, or the trunk is not set up')
            }
          >
            {hasLine ? null : (
              <a class="btn" href="/settings#gateway">
                Look
              </a>
            )}
          </Step>
          <Step
            number={2}
            isDone={hasDevice}
            head="Something I can ring"
            detail="A SIP phone or an app on your mobile, in two minutes"
          >
            <a class="btn primary" href="/devices/new">
              <Icon name="smartphone" />A phone
            </a>
          </Step>
          <Step
            number={3}
            isDone={false}
            isLater={!hasLine}
            head="Your first call"
            detail="A number is enough. Menus I do not know I explore."
          >
            {hasLine ? (
              <a class="btn" href="/?new">
                <Icon name="phone-outgoing" />
                Call a number
              </a>
            ) : null}
          </Step>
        </ol>
      </div>
    </>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  isLater?: boolean;
  head: string;
  detail: string;
  children?: ComponentChildren;
}

function Step({ number, isDone, isLater = false, head, detail, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : isLater ? 'later' : undefined}>
      <span class="n">{isDone ? <Icon name="check" /> : number}</span>
      <span>
        <b>{head}</b>
        {isDone ? <span class="vh">, done</span> : null}
        <br />
        <span class="muted sm">{detail}</span>
      </span>
      {isDone ? null : <span class="row wrap">{children}</span>}
    </li>
  );
}
