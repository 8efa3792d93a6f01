import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/client.ts';

const quietZone = 4;
/** A phone cannot reach a loopback address. */
const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url);

/** The account as a code for a softphone to scan; without one it has to be typed. */
export function AccountCode({ deviceId }: { deviceId: string }) {
  const modules = useSignal<readonly (readonly boolean[])[] | undefined>(undefined);
  useEffect(() => {
    const draw = async () => {
      const path = { device_id: deviceId };
      const { url } = await call('post', '/api/v1/devices/{device_id}/provisioning', { path });
      if (isLoopback(url)) return;
      const { encode } = await import('uqr');
      modules.value = encode(url, { border: quietZone, ecc: 'M' }).data;
    };
    draw().catch(() => undefined); // the account is shown next to it
  }, [deviceId]);
  const rows = modules.value;
  if (rows === undefined) return null;
  const dark = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <figure class="qr">
      <svg
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        role="img"
        aria-label="The account as a code to scan"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={dark} fill="#000" shape-rendering="crispEdges" />
      </svg>
      <figcaption class="muted sm">or scan it with Linphone; one use, 10 minutes</figcaption>
    </figure>
  );
}
