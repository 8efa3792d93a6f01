import { type Pair } from './provider-rig.ts';
import { Browser, json } from './rig.ts';

export async function meOf(pair: Pair, browser: Browser) {
  return json(browser.get(`${pair.gateway.url}/auth/me`));
}

export async function reaches(pair: Pair, browser: Browser): Promise<number> {
  return (await browser.get(`${pair.gateway.url}/api/v1/calls`)).status;
}
