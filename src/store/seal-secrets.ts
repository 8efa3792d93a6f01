import type { Log } from '../log/log.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import { isSealed } from '../secrets/sealed-text.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { Prisma, PrismaClient } from './client/client.ts';
import type { Step } from '../domain/flow.ts';
import { listStoredDigits, sealClearSteps } from './sealed-steps.ts';

/** Where each secret is stored. The place is part of the encryption, so these strings never change. */
export const places = {
  sipPassword: (deviceId: string) => `devices.sip_password ${deviceId}`,
  webhookSecret: (webhookId: string) => `webhooks.secret ${webhookId}`,
  webhookAuthorization: (webhookId: string) => `webhooks.authorization ${webhookId}`,
  pushAddress: (subscriptionId: string) => `push_subscriptions.address ${subscriptionId}`,
  vapidKey: 'settings.value vapid_private_key',
};

/** Set once the file, free pages included, holds no byte of a plaintext secret. */
const cleanMark = 'secrets_sealed';

interface Kept {
  what: string;
  stored: string | null;
  place: string;
  replace: (sealed: string) => Promise<unknown>;
}

/**
 * Seals secrets that an earlier version stored as plaintext, and reports those that the current key does not open.
 * Runs before anything else connects, so that the file can be rewritten.
 */
export async function sealSecrets(prisma: PrismaClient, sealer: Sealer, log: Log): Promise<void> {
  if (sealer.closed !== undefined) return;
  const kept = [...(await listKept(prisma)), ...(await listFlowDigits(prisma, sealer))];
  // Cleared before the first is sealed: if the start is interrupted here, the next one removes the traces.
  if (kept.some(({ stored }) => stored !== null && !isSealed(stored)))
    await prisma.setting.deleteMany({ where: { key: cleanMark } });
  const unreadable: string[] = [];
  let why = '';
  for (const { what, stored, place, replace } of kept) {
    if (stored === null) continue;
    if (!isSealed(stored)) await replace(sealer.seal(stored, place));
    else {
      const opened = sealer.open(stored, place);
      if (!(opened instanceof UnreadableSecret)) continue;
      unreadable.push(what);
      why = opened.why;
    }
  }
  if (unreadable.length > 0)
    log.error('secrets in the database cannot be read', { of: unreadable.join(', '), why });
  await removeTraces(prisma, log);
}

async function listKept(prisma: PrismaClient): Promise<Kept[]> {
  const devices = await prisma.device.findMany({ select: { id: true, sipPassword: true } });
  const webhooks = await prisma.webhook.findMany({ select: { id: true, secret: true, authorization: true } });
  return [
    ...devices.map(({ id, sipPassword }) => ({
      what: `device ${id}`,
      stored: sipPassword,
      place: places.sipPassword(id),
      replace: (sealed: string) => prisma.device.update({ where: { id }, data: { sipPassword: sealed } }),
    })),
    ...webhooks.flatMap(({ id, secret, authorization }) => [
      {
        what: `webhook ${id}`,
        stored: secret,
        place: places.webhookSecret(id),
        replace: (sealed: string) => prisma.webhook.update({ where: { id }, data: { secret: sealed } }),
      },
      {
        what: `webhook ${id} (authorization)`,
        stored: authorization,
        place: places.webhookAuthorization(id),
        replace: (sealed: string) =>
          prisma.webhook.update({ where: { id }, data: { authorization: sealed } }),
      },
    ]),
  ];
}

async function listFlowDigits(prisma: PrismaClient, sealer: Sealer): Promise<Kept[]> {
  const flows = await prisma.flow.findMany({ select: { id: true, steps: true } });
  return flows.flatMap(({ id, steps }) => {
    const stored = steps as unknown as Step[];
    const sealed = () => sealClearSteps(id, stored, sealer) as unknown as Prisma.InputJsonArray;
    return listStoredDigits(id, stored).map(({ step, ...digits }) => ({
      ...digits,
      what: `call flow ${id} (step ${step.id})`,
      replace: () => prisma.flow.update({ where: { id }, data: { steps: sealed() } }), // all steps of the flow at once
    }));
  });
}

/**
 * Runs whenever there was plaintext: what was overwritten or deleted before `secure_delete` survives in free pages
 * and in the WAL.
 */
async function removeTraces(prisma: PrismaClient, log: Log): Promise<void> {
  if ((await prisma.setting.findUnique({ where: { key: cleanMark } })) !== null) return;
  await prisma.$executeRawUnsafe('VACUUM');
  const [checkpoint] = await prisma.$queryRawUnsafe<{ busy: number | bigint }[]>(
    'PRAGMA wal_checkpoint(TRUNCATE)',
  );
  if (Number(checkpoint?.busy) !== 0) {
    log.warn(
      'old pages of the database are still read by another process; they are removed at the next start',
    );
    return;
  }
  await prisma.setting.create({ data: { key: cleanMark, value: '1', updatedAt: new Date() } });
}
