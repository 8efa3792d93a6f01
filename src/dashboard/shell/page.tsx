import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Brand } from './brand.tsx';
import { setPageName } from './following/title.ts';

export interface PageProps {
  /** The heading, and the tab's title while no call is running. */
  title: string;
  /** Next to the heading on a desktop. */
  actions?: ComponentChildren;
  /** Next to the brand on a phone. */
  phoneActions?: ComponentChildren;
  /** Phones show the heading instead of the brand. */
  titleOnPhone?: boolean;
  children: ComponentChildren;
}

/** The frame of every page, on a desktop and on a phone. */
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
