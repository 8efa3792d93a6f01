import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';

const trunk = { TRUNK_HOST: 'sip.example.net' };

test('by default everything is in clear, over UDP and without NAT', () => {
  const { sip, nat, trunk: read } = readConfig(trunk);
  assert.is(sip.tlsPort, 5061);
  assert.is(sip.mediaEncryption, 'none');
  assert.is(nat.externalAddress, undefined);
  assert.ok(nat.localNetworks.includes('192.168.0.0/16'));
  assert.is(read?.transport, 'udp');
  assert.is(read?.mediaEncryption, 'none');
  assert.is(read?.numberFormat, 'e164');
  assert.is(read?.dtmf, 'auto');
});

test('the trunk is encrypted like the phones, unless told otherwise', () => {
  assert.is(readConfig({ ...trunk, MEDIA_ENCRYPTION: 'required' }).trunk?.mediaEncryption, 'required');
  const apart = { ...trunk, MEDIA_ENCRYPTION: 'required', TRUNK_MEDIA_ENCRYPTION: 'none' };
  assert.is(readConfig(apart).trunk?.mediaEncryption, 'none');
});

test('a STUN server has the port of RFC 5389 by default', () => {
  const read = (STUN_SERVER: string) => readConfig({ EXTERNAL_ADDRESS: 'auto', STUN_SERVER }).nat.stun;
  assert.equal(read('stun.example.net'), { host: 'stun.example.net', port: 3478 });
  assert.equal(read('192.0.2.1:19302'), { host: '192.0.2.1', port: 19_302 });
});

test('the public address is told as browsers write it', () => {
  const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl;
  assert.is(read('https://Hold.Example.net:443/'), 'https://hold.example.net');
  assert.is(read('http://192.0.2.1:8080'), 'http://192.0.2.1:8080');
  assert.is(read('http://[2001:db8::1]:8080/'), 'http://[2001:db8::1]:8080');
});

for (const [environment, variable] of [
  [{ TRUNK_TRANSPORT: 'sctp' }, 'TRUNK_TRANSPORT'],
  [{ TRUNK_NUMBER_FORMAT: '+' }, 'TRUNK_NUMBER_FORMAT'],
  [{ TRUNK_DTMF: 'rfc4733' }, 'TRUNK_DTMF'],
  [{ MEDIA_ENCRYPTION: 'yes' }, 'MEDIA_ENCRYPTION'],
  [{ TRUNK_MEDIA_ENCRYPTION: 'dtls' }, 'TRUNK_MEDIA_ENCRYPTION'],
  [{ SIP_TLS_PORT: '0' }, 'SIP_TLS_PORT'],
  [{ SIP_PORT: '5070', SIP_TLS_PORT: '5070' }, 'SIP_TLS_PORT'],
  [{ SIP_TLS_CERT_FILE: '/c.pem' }, 'SIP_TLS_KEY_FILE'],
  [{ SIP_TLS_KEY_FILE: '/k.pem' }, 'SIP_TLS_CERT_FILE'],
  [{ HTTPS_CERT_FILE: '/c.pem' }, 'HTTPS_KEY_FILE'],
  [{ HTTPS_KEY_FILE: '/k.pem' }, 'HTTPS_CERT_FILE'],
  [{ HTTPS_CERT_FILE: '/c.pem', HTTPS_KEY_FILE: '/k.pem', PUBLIC_URL: 'http://x.lan' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://x.lan/holdfast' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://x.lan/?a=b' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://me@x.lan' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://x.lan:99999' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'ftp://x.lan' }, 'PUBLIC_URL'],
  [{ EXTERNAL_ADDRESS: 'auto' }, 'STUN_SERVER'],
  [{ EXTERNAL_ADDRESS: 'two words' }, 'EXTERNAL_ADDRESS'],
  [{ EXTERNAL_ADDRESS: '2001:db8::1' }, 'EXTERNAL_ADDRESS'],
  [{ EXTERNAL_ADDRESS: 'auto', STUN_SERVER: 'a;b' }, 'STUN_SERVER'],
  [{ EXTERNAL_ADDRESS: 'auto', STUN_SERVER: 'a:99999' }, 'STUN_SERVER'],
  [{ LOCAL_NETWORKS: '10.0.0.0' }, 'LOCAL_NETWORKS'],
  [{ LOCAL_NETWORKS: '10.0.0.0/8, 300.0.0.0/8' }, 'LOCAL_NETWORKS'],
] as const)
  test(`${JSON.stringify(environment)} is refused by name`, () => {
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error.message.includes(variable),
    );
  });

test.run();
