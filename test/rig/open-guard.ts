import { AddressGuard } from '../../src/webhooks/address-guard.ts';

/** For a service of which nothing else listens. */
export const openGuard = new AddressGuard({ ports: [], elsewhere: [] });
