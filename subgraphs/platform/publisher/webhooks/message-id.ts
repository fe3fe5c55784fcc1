import { randomBytes } from 'node:crypto';

/** Crockford's Base32, without characters that people confuse. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [timeLength, randomLength] = [10, 16];

/** Unused random bytes, requested many at a time because each request has a fixed cost. */
let pool = Buffer.alloc(0);
const poolLength = 256 * randomLength;

/**
 * Creates the identity of a message, sent as `webhook-id` in all attempts: `msg_`, ten digits of time and sixteen of 80 random
 * bits. Later identities sort after those of earlier milliseconds.
 *
 * @param now milliseconds since 1970
 */
export function newMessageID(now: number = Date.now()): string {
  let time = '';
  for (let rest = now; time.length < timeLength; rest = Math.floor(rest / digits.length)) time = digits.charAt(rest % digits.length) + time;
  return `msg_${time}${randomDigits()}`;
}

function randomDigits(): string {
  if (pool.length === 0) pool = randomBytes(poolLength);
  let random = '';
  for (const byte of pool.subarray(0, randomLength)) random += digits.charAt(byte % digits.length);
  pool = pool.subarray(randomLength);
  return random;
}
