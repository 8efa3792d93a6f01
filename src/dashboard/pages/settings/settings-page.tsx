import './settings.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Page } from '../../shell/page.tsx';
import { Outline } from '../../shell/stand-ins/outline.tsx';
import { GatewaySection } from './gateway-section.tsx';
import { BrowserSection } from './browser-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { RecordingsSection } from './recordings-section.tsx';
import { SectionSettled } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const sections = [
  { id: 'gateway', name: 'Gateway', Section: GatewaySection },
  { id: 'browser', name: 'This browser', Section: BrowserSection },
  { id: 'tokens', name: 'Tokens', Section: TokensSection },
  { id: 'webhooks', name: 'Webhooks', Section: WebhooksSection },
  { id: 'recordings', name: 'Recordings', Section: RecordingsSection },
  { id: 'policy', name: 'Calling policy', Section: PolicySection },
  { id: 'sessions', name: 'Sessions', Section: SessionsSection },
] as const;

/** One response that hangs does not hide the other sections. */
const patienceMs = 4_000;

/** The gateway, and who may use it. All sections appear at once: each would push those below it down under the finger. */
export function SettingsPage() {
  const { url } = useLocation();
  const settled = useSignal<ReadonlySet<string>>(new Set());
  const isLate = useSignal(false);
  const current = useSignal(location.hash.slice(1) || 'gateway');
  const isShown = isLate.value || settled.value.size === sections.length;
  useEffect(() => {
    const timer = setTimeout(() => (isLate.value = true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  // Also for a link to a section that is followed on this page: only the browser's own links, within the page, scroll by themselves.
  useEffect(() => {
    if (isShown && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isShown, url]);
  useEffect(() => {
    if (!isShown) return undefined;
    // Includes sections that the observer does not report again: they grow once they have been read.
    const visible = new Set<string>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        const first = sections.find(({ id }) => visible.has(id));
        if (first !== undefined) current.value = first.id;
      },
      { rootMargin: '-10% 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section !== null) watch.observe(section);
    }
    return () => watch.disconnect();
  }, [isShown]);
  return (
    <Page title="Settings" titleOnPhone>
      <div class="set">
        <nav class="toc" aria-label="Settings">
          {sections.map(({ id, name }) => (
            <a key={id} href={`#${id}`} aria-current={current.value === id ? 'true' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        {isShown ? null : <Outline what="the settings" />}
        <div class="sec" hidden={!isShown}>
          <SectionSettled.Provider value={(id) => (settled.value = new Set(settled.peek()).add(id))}>
            {sections.map(({ id, Section }) => (
              <Section key={id} id={id} />
            ))}
          </SectionSettled.Provider>
        </div>
      </div>
    </Page>
  );
}
