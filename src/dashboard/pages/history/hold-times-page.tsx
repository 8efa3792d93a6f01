import { Page } from '../../shell/page.tsx';

export function HoldTimesPage() {
  return <Page title="Hold times">{null}</Page>;
}
