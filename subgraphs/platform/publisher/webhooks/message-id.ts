import { randomBytes } from 'node:crypto';

/** The digits of Crockford's Base32: none is taken for another one by a person. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [timeLength, randomLength] = [10, 16];

/** Random bytes that nobody has had yet; getting them costs the same for many as for few. */
let pool = Buffer.alloc(0);
const poolLength = 256 * randomLength;

/**
 * Makes the identity of a message, sent as `webhook-id` in all of its attempts: `msg_`, the time in ten digits and 80
 * random bits in sixteen. Later ones sort behind those of milliseconds before.
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
