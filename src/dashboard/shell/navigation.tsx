import { useLocation } from 'preact-iso';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/names.ts';
import { runningCalls } from '../state/calls/calls.ts';

interface Place {
  href: string;
  name: string;
  icon: IconName;
}

const places: readonly Place[] = [
  { href: '/', name: 'Now', icon: 'radio' },
  { href: '/calls', name: 'History', icon: 'history' },
  { href: '/flows', name: 'Flows', icon: 'route' },
  { href: '/devices', name: 'Devices', icon: 'smartphone' },
  { href: '/settings', name: 'Settings', icon: 'settings-2' },
];

/** The five pages; beside the content on a desktop, at the bottom on a phone. */
export function Navigation({ className }: { className: 'nav' | 'tabs' }) {
  const { path } = useLocation();
  return (
    <nav class={className} aria-label="Pages">
      {places.map(({ href, name, icon }) => (
        <a key={href} href={href} aria-current={isCurrent(path, href) ? 'page' : undefined}>
          <Icon name={icon} />
          <span>{name}</span>
          {href === '/' && runningCalls.value.length > 0 ? (
            <>
              <span class="badge dot live-dot" />
              <span class="vh">, a call is under way</span>
            </>
          ) : null}
        </a>
      ))}
    </nav>
  );
}

function isCurrent(path: string, href: string): boolean {
  if (href === '/') return path === '/' || path === '/sign-in';
  return path === href || path.startsWith(`${href}/`);
}
