import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { gatewaySipFolder } from '../../embedded/gateway.ts';
import type { Log } from '../../log/log.ts';
import { SipFiles } from '../../sip/sip-files.ts';
import { TrunkCheck } from '../../sip/trunk-check.ts';
import { findTrunkFault } from '../../sip/trunk-probe.ts';
import { readTrustedAuthorities } from '../../sip/trusted-authorities.ts';
import { ownNames } from '../network/own-hosts.ts';

/** @returns undefined for an external Asterisk that reads no files of this service. */
export function chooseSipFiles(config: Config, log: Log): SipFiles | undefined {
  const { sip, nat, trunk, dataDir, ari } = config;
  const folder = ari === undefined ? gatewaySipFolder(dataDir) : sip.filesDir;
  if (folder === undefined) return undefined;
  return new SipFiles(
    {
      ...nat,
      folder,
      authorityFolder: join(dataDir, 'ca'),
      certificate: sip.certificate,
      trunkCaFile: trunk?.caFile,
      ownNames: () => ownNames(config),
      // An Asterisk in its own container runs as another user; its group is that of the folder (compose.yaml).
      fileMode: ari === undefined ? 0o600 : 0o640,
    },
    log,
  );
}

/** SRTP keys that are sent in clear do not protect against anybody who can listen (RFC 4568, section 7). */
export function warnOfClearKeys({ sip, trunk }: Pick<Config, 'sip' | 'trunk'>, log: Log): void {
  if (trunk !== undefined && trunk.mediaEncryption !== 'none' && trunk.transport !== 'tls')
    log.warn('the keys of encrypted calls travel in clear to the trunk: set TRUNK_TRANSPORT=tls', {
      mediaEncryption: trunk.mediaEncryption,
      transport: trunk.transport,
    });
  if (sip.mediaEncryption !== 'none')
    log.warn('a phone that does not register over TLS gets the keys of its encrypted calls in clear', {
      mediaEncryption: sip.mediaEncryption,
      tlsPort: sip.tlsPort,
    });
}

/** Finds out why Asterisk cannot reach the trunk, which Asterisk does not say. */
export function checkTrunk({ trunk }: Pick<Config, 'trunk'>, log: Log): TrunkCheck | undefined {
  if (trunk === undefined) return undefined;
  return new TrunkCheck({
    find: async () => findTrunkFault(trunk, await readTrustedAuthorities(trunk.caFile)),
    log,
  });
}
