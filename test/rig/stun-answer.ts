/** A STUN server's answer (RFC 5389, section 15.2) with `address` and port 40000. */
export function stunAnswer(request: Buffer, address: string): Buffer {
  const answer = Buffer.alloc(32);
  answer.writeUInt16BE(0x0101, 0);
  answer.writeUInt16BE(12, 2);
  request.copy(answer, 4, 4, 20);
  answer.writeUInt16BE(0x0020, 20);
  answer.writeUInt16BE(8, 22);
  answer[25] = 1;
  answer.writeUInt16BE(40_000 ^ 0x2112, 26);
  for (const [at, part] of address.split('.').entries())
    answer[28 + at] = Number(part) ^ (request[4 + at] as number);
  return answer;
}
