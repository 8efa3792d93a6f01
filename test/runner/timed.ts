/** With TEST_TIMES=1 every test, and every scenario that runs beside others, says when it began and ended within its group. */
const saysTimes = process.env['TEST_TIMES'] === '1';

export async function timed<T>(name: string, act: () => Promise<T>): Promise<T> {
  const beganAtMs = performance.now();
  try {
    return await act();
  } finally {
    if (saysTimes) console.log(`${seconds(beganAtMs)} s to ${seconds(performance.now())} s: ${name}`);
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(6);
}
