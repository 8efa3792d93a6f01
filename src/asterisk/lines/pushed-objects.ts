import { AppError } from '../../domain/errors.ts';
import type { AriLink } from '../ari/ari-link.ts';
import type { ConfigField } from '../ari/ari-operations.ts';
import type { DeviceLine } from './device-line.ts';
import { type DeviceObjects, deviceMusic } from './device-objects.ts';
import { listEndpoints } from './endpoints.ts';

type Objects = DeviceObjects['objects'];
type Link = Pick<AriLink, 'request'>;

/** Gives Asterisk what it is to have of a device. @throws AppError */
export async function configure(link: Link, line: DeviceLine): Promise<void> {
  const { objects = [], endpoint } = line.objects ?? {};
  const aors = objects.filter(({ objectType }) => objectType === 'aor');
  if (line.mustRegisterAnew) await deleteObjects(link, aors); // and their contacts with them
  // One that answered no OPTIONS before this process was there, or before its name was changed, is still registered.
  if (line.registers && endpoint !== undefined) line.isAsked = await isAskedBy(link, endpoint);
  await putObjects(link, line.wanted);
  line.mustRegisterAnew = false;
}

/** Configures PJSIP objects in the running Asterisk, which keeps them in memory. @throws AppError */
export async function putObjects(link: Link, objects: Objects): Promise<void> {
  for (const object of objects) {
    const contact = valueOf('contact', object.fields);
    // A PUT of an AOR adds its contact to the existing ones; a registered phone's contacts must stay.
    if (contact !== undefined) {
      // If it were replaced, the phone would count as offline until Asterisk has qualified it again: for seconds after each reconnection.
      if ((await contactOf(link, object.id)) === contact) continue;
      await deleteObject(link, object);
    }
    await link.request('asterisk.updateObject', { configClass: 'res_pjsip', ...object });
  }
}

/** In reverse order, since later objects refer to earlier ones. Those that are gone already are no failure. @throws AppError */
export async function deleteObjects(link: Link, objects: Objects): Promise<void> {
  for (const object of [...objects].reverse()) await deleteObject(link, object);
}

async function deleteObject(link: Link, { objectType, id }: Omit<Objects[number], 'fields'>): Promise<void> {
  try {
    await link.request('asterisk.deleteObject', { configClass: 'res_pjsip', objectType, id });
  } catch (thrown) {
    if (!isUnknown(thrown)) throw thrown;
  }
}

/**
 * The devices that Asterisk knows beside these, by their endpoints: one that was removed or renamed while Asterisk could
 * not be reached can register there for as long as it runs.
 * @throws AppError
 */
export async function otherDevices(link: Link, known: ReadonlySet<string>): Promise<string[]> {
  const others: string[] = [];
  for (const { resource: id } of await listEndpoints(link))
    if (!known.has(id) && valueOf('moh_suggest', await fieldsOf(link, 'endpoint', id)) === deviceMusic)
      others.push(id);
  return others;
}

/** @throws AppError */
export async function deleteDevice(link: Link, id: string): Promise<void> {
  for (const objectType of ['endpoint', 'aor', 'auth'] as const) await deleteObject(link, { objectType, id });
}

/** The contact that Asterisk is configured with, for a phone that does not register or the trunk. @throws AppError */
export async function contactOf(link: Link, id: string): Promise<string | undefined> {
  return valueOf('contact', await fieldsOf(link, 'aor', id));
}

/** Whether Asterisk asks a phone with OPTIONS, or would if it did not have it yet. @throws AppError */
async function isAskedBy(link: Link, aor: string): Promise<boolean> {
  return valueOf('qualify_frequency', await fieldsOf(link, 'aor', aor)) !== '0';
}

/** None for an object that Asterisk does not have. */
async function fieldsOf(link: Link, objectType: 'aor' | 'endpoint', id: string): Promise<ConfigField[]> {
  try {
    return await link.request('asterisk.getObject', { configClass: 'res_pjsip', objectType, id });
  } catch (thrown) {
    if (isUnknown(thrown)) return [];
    throw thrown;
  }
}

function valueOf(attribute: string, fields: ConfigField[]): string | undefined {
  return fields.find((field) => field.attribute === attribute)?.value;
}

function isUnknown(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'not_found';
}

/** Objects of the old device that the new one lacks; deleting more would end a phone's registration. */
export function notIn(earlier: DeviceObjects | undefined, now: DeviceObjects | undefined): Objects {
  const kept = new Set(now?.objects.map(({ objectType, id }) => `${objectType} ${id}`));
  return (earlier?.objects ?? []).filter(({ objectType, id }) => !kept.has(`${objectType} ${id}`));
}
