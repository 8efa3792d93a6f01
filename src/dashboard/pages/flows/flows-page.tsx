import { Page } from '../../shell/page.tsx';

export function FlowsPage() {
  return <Page title="Flows">{null}</Page>;
}
