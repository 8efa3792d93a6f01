import { Page } from '../../shell/page.tsx';

export function DevicesPage() {
  return <Page title="Devices">{null}</Page>;
}
