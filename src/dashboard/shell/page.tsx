import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Brand } from './brand.tsx';
import { setPageName } from './title.ts';

export interface PageProps {
  /** The heading, and the title of the tab while no call runs. */
  title: string;
  /** Beside the heading on a desk. */
  actions?: ComponentChildren;
  /** Beside the brand on a phone. */
  phoneActions?: ComponentChildren;
  /** The phone shows the heading in place of the brand. */
  titleOnPhone?: boolean;
  children: ComponentChildren;
}

/** What every page begins with, on a desk and on a phone. */
export function Page({ title, actions, phoneActions, titleOnPhone = false, children }: PageProps) {
  useEffect(() => setPageName(title), [title]);
  return (
    <>
      <div class="mtop phone">
        {titleOnPhone ? (
          <h1>{title}</h1>
        ) : (
          <>
            <h1 class="vh">{title}</h1>
            <Brand />
          </>
        )}
        {phoneActions}
      </div>
      <div class="top desk">
        <h1>{title}</h1>
        {actions}
      </div>
      {children}
    </>
  );
}
