/** Prints ports that it was given, and has them until it is told to end. */
import { findFreePorts } from '../rig/free-ports.ts';

const given: number[] = [];
for (const count of [1, 600, 600, 600, 2]) {
  const first = await findFreePorts(count);
  for (let port = first; port < first + count; port++) given.push(port);
}
console.log(JSON.stringify(given));
process.stdin.resume();
