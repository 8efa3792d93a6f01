import { Page } from '../../shell/page.tsx';

export function AddDevicePage() {
  return <Page title="Add a device">{null}</Page>;
}
