import { Page } from '../../shell/page.tsx';

export function HistoryPage() {
  return <Page title="History">{null}</Page>;
}
