import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Device, FlowSummary } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { becomePhone, canBePhone, phoneFault, phonePhase } from '../../phone/phone.ts';
import { Brand } from '../../shell/brand.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { setPageName } from '../../shell/following/title.ts';
import { devices } from '../../state/stored/devices.ts';
import { flows, readFlows } from '../../state/stored/flows.ts';
import { health } from '../../state/gateway/gateway.ts';
import { readSystem, systemReport } from '../../state/gateway/system.ts';
import { ExampleStrip } from './example-strip.tsx';
import { tellLine } from './line.ts';
import './first-run.css';

/** The trunk is probed every 25 s, and no event reports the result to this page. */
const lineMs = 5_000;

/** What is missing until the first call, in the order it is needed. */
export function FirstRunPage() {
  useEffect(() => {
    setPageName('Now');
    const read = () => void readSystem().catch(() => undefined); // what is unknown is not shown
    read();
    void readFlows().catch(() => undefined); // a number has to be typed then
    const timer = setInterval(read, lineMs);
    return () => clearInterval(timer);
  }, []);
  const line = tellLine(health.value?.asterisk, systemReport.value?.trunk);
  const hasLine = line.isThere;
  const hasDevice = (devices.value ?? []).length > 0;
  const known = flows.value?.[0];
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
          <Step number={1} isDone={hasLine} head="A line to the world" detail={line.detail}>
            {hasLine ? null : (
              <a class="btn" href="/settings#gateway">
                Details
              </a>
            )}
          </Step>
          <Step
            number={2}
            isDone={hasDevice}
            head="Something I can ring"
            detail={
              hasDevice
                ? inOrder(devices.value ?? [])
                : canBePhone()
                  ? 'This browser in ten seconds, or a SIP phone or an app on your mobile in two minutes'
                  : 'A SIP phone or an app on your mobile, in two minutes'
            }
          >
            {canBePhone() ? <ThisBrowser /> : null}
            <a class={canBePhone() ? 'btn' : 'btn primary'} href="/devices/new">
              <Icon name="smartphone" />A phone
            </a>
          </Step>
          <Step
            number={3}
            isDone={false}
            isLater={!hasLine || !hasDevice}
            head="Your first call"
            detail={
              known === undefined
                ? 'A number is enough. A flow can lead through its menu.'
                : `A flow for the menu of ${nameOf(known)} is stored already.`
            }
          >
            {hasLine && hasDevice ? (
              <>
                {known === undefined ? null : (
                  <a class="btn primary" href={`/?new&number=${encodeURIComponent(known.phone_number)}`}>
                    <Icon name="phone-outgoing" />
                    Call {nameOf(known)}
                  </a>
                )}
                <a class={known === undefined ? 'btn primary' : 'btn'} href="/?new">
                  <Icon name="phone-outgoing" />
                  Call a number
                </a>
              </>
            ) : null}
          </Step>
        </ol>
      </div>
    </>
  );
}

/** The quickest thing to ring is at hand already. */
function ThisBrowser() {
  return (
    <>
      <GatewayButton
        class="btn primary"
        disabled={phonePhase.value === 'connecting'}
        onClick={() => void becomePhone()}
      >
        <Icon name="laptop" />
        This browser
      </GatewayButton>
      <Fault className="full-line" text={phonePhase.value === 'fault' ? phoneFault.value : undefined} />
    </>
  );
}

const inOrder = (known: readonly Device[]): string => known.map(({ name }) => name).join(', then ');
const nameOf = ({ company, name }: FlowSummary): string => (company === '' ? name : company);

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
