import { randomBytes } from 'node:crypto';

/** The digits of Crockford's Base32: none is taken for another one by a person. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [timeLength, randomLength] = [10, 16];

/**
 * Makes the identity of a message, sent as `webhook-id` in all of its attempts: `msg_`, the time in ten digits and 80
 * random bits in sixteen. Later ones sort behind those of milliseconds before.
 *
 * @param now milliseconds since 1970
 */
export function newMessageID(now: number = Date.now()): string {
  let time = '';
  for (let rest = now; time.length < timeLength; rest = Math.floor(rest / digits.length)) time = digits.charAt(rest % digits.length) + time;
  const random = Array.from(randomBytes(randomLength), (byte) => digits.charAt(byte % digits.length)).join('');
  return `msg_${time}${random}`;
}
