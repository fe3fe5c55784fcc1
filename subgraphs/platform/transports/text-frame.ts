/** First byte of an unfragmented text message. */
const finalText = 0x81;
/** Largest lengths that the second byte, and two further bytes, can hold. */
const [maxShortLength, maxMediumLength] = [125, 65_535];

/**
 * Returns the parts as one text message of a server, in one frame.
 *
 * @see RFC 6455, section 5.2
 */
export function textFrameOf(...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const headerLength = length <= maxShortLength ? 2 : length <= maxMediumLength ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = finalText;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let offset = headerLength;
  for (const part of parts) {
    frame.set(part, offset);
    offset += part.length;
  }
  return frame;
}
