/** RFC 6455 section 5.2: one whole text message from a server, which is not masked and hence the same for every client. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length), payload]);
}

const finText = 0x81;

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([finText, length]);
  if (length < 65_536) {
    const bytes = Buffer.from([finText, 126, 0, 0]);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  }
  const bytes = Buffer.from([finText, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
