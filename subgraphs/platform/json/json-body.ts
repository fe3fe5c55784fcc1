import { isUtf8 } from 'node:buffer';

/** Removes the byte order mark with which some partners begin a body. */
export function withoutByteOrderMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

/** Parses a body without byte order mark; undefined when it is not JSON in UTF-8. */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
