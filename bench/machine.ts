import os from 'node:os';

/** The class of machine, nothing that identifies one. */
export function describeMachine(): string {
  const processors = os.cpus();
  const model = (processors[0]?.model ?? 'unknown processor')
    .replaceAll(/\((?:R|TM)\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const gibibytes = Math.round(os.totalmem() / 2 ** 30);
  return `${processors.length} cores (${model}), ${gibibytes} GB memory, Linux, Node ${process.versions.node}`;
}

/** The load of the last minute; before a run it shows how busy the machine was otherwise. */
export function loadAverage(): number {
  return os.loadavg()[0] ?? NaN;
}
