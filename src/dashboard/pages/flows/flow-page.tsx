import { Page } from '../../shell/page.tsx';

export function FlowPage() {
  return <Page title="Flow">{null}</Page>;
}
