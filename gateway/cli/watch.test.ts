import { expect, it } from 'vitest';
import { transportFailureOf } from './watch.ts';

const url = new URL('https://landfall.example:8443/graphql');
const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

it.each([
  [withCode('ECONNREFUSED'), 'No server listens at landfall.example:8443 (ECONNREFUSED).', false],
  [withCode('ENOTFOUND'), 'The host name in landfall.example:8443 is unknown (ENOTFOUND).', true],
  [withCode('EAI_AGAIN'), 'The host name in landfall.example:8443 cannot be resolved now (EAI_AGAIN).', false],
  [withCode('ETIMEDOUT'), 'landfall.example:8443 did not answer in time (ETIMEDOUT).', false],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), 'landfall.example:8443 did not answer in time (UND_ERR_CONNECT_TIMEOUT).', false],
  [withCode('EHOSTUNREACH'), 'There is no route to landfall.example:8443 (EHOSTUNREACH).', false],
  [withCode('SELF_SIGNED_CERT_IN_CHAIN'), 'The certificate of landfall.example:8443 is not trusted (SELF_SIGNED_CERT_IN_CHAIN).', true],
  [withCode('CERT_HAS_EXPIRED'), 'The certificate of landfall.example:8443 is not trusted (CERT_HAS_EXPIRED).', true],
  [withCode('EPROTO'), 'landfall.example:8443 does not speak TLS as expected (EPROTO).', true],
  [withCode('HPE_INVALID_CONSTANT'), 'landfall.example:8443 does not speak HTTP (HPE_INVALID_CONSTANT).', true],
  [withCode('ECONNRESET'), 'The connection to landfall.example:8443 was lost (ECONNRESET).', false],
  [
    new TypeError('fetch failed', { cause: new Error('bad port') }),
    'HTTP clients do not use the port in landfall.example:8443 (bad port).',
    true,
  ],
  [new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), /^No server listens/, false],
  // A name with addresses of both families, all of which are tried.
  [
    new TypeError('fetch failed', { cause: new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]) }),
    /^No server listens/,
    false,
  ],
])('%s has its own message, and is classified as permanent or temporary', (error, message, isPermanent) => {
  const failure = transportFailureOf(error, url);
  expect(failure.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(failure.isPermanent).toBe(isPermanent);
});
