import { describe, expect, it } from 'vitest';
import { callerOf, type Entitlement, openCaller } from './entitlement.ts';
import { createRequestSigner, createRequestVerifier } from './request-signatures.ts';

const entitlement: Entitlement = {
  partners: ['acme-line'],
  parties: [{ codeListProvider: 'ZZZ', partyCode: 'Größe\nx-landfall-caller: ü 👍' }],
  charges: false,
  portCalls: true,
  operator: false,
};
const caller = callerOf(entitlement);
const request = { method: 'POST', path: '/graphql', body: '{"query":"{ __typename }"}' };
const [former, newer, foreign] = ['the-former-secret', 'the-newer-secret-', 'a-foreign-secret-'] as const;
const clock = { now: () => 1_772_000_000_000 };

describe('a signed request', () => {
  it('carries the caller’s entitlement in headers of printable ASCII', () => {
    const headers = createRequestSigner([newer], clock)({ ...request, caller });
    expect(Object.values(headers).every((value) => /^[\x20-\x7e]+$/.test(value))).toBe(true);
    expect(createRequestVerifier([newer], clock)({ ...request, headers })).toEqual(caller);
  });

  it('carries the name of the tenant, which nobody else can give, take away or exchange', () => {
    const sign = createRequestSigner([newer], clock);
    const verify = createRequestVerifier([newer], clock);
    const named = sign({ ...request, caller: callerOf(entitlement, 'blue') });
    const { 'x-landfall-tenant': _tenant, ...unnamed } = named;
    const added = { ...sign({ ...request, caller }), 'x-landfall-tenant': 'blue' };
    const altered = [{ ...named, 'x-landfall-tenant': 'red' }, unnamed, added];
    expect(altered.map((headers) => verify({ ...request, headers }))).toEqual([undefined, undefined, undefined]);
    expect(verify({ ...request, headers: named })).toEqual({ ...caller, tenant: 'blue' });
  });

  it('is taken with each of the secrets, so that they can be exchanged, and with no other', () => {
    const signedBy = (...secrets: string[]) => ({ ...request, headers: createRequestSigner(secrets, clock)({ ...request, caller }) });
    const verify = createRequestVerifier([newer, former], clock);
    expect(verify(signedBy(former))?.key).toBe(caller.key);
    expect(verify(signedBy(newer, former))?.key).toBe(caller.key);
    expect(verify(signedBy(foreign))).toBeUndefined();
    expect(createRequestVerifier([former], clock)(signedBy(newer, former))).toBeUndefined();
  });

  it('is taken once', () => {
    const verify = createRequestVerifier([newer], clock);
    const sign = createRequestSigner([newer], clock);
    const headers = sign({ ...request, caller });
    expect([verify({ ...request, headers }), verify({ ...request, headers })]).toEqual([caller, undefined]);
    expect(verify({ ...request, headers: sign({ ...request, caller }) })).toEqual(caller);
  });

  it('is not taken when anything of it was altered, and an altered one does not use up the true one', () => {
    const verify = createRequestVerifier([newer], clock);
    const headers = createRequestSigner([newer], clock)({ ...request, caller });
    const { 'x-landfall-caller': text = '', 'x-landfall-signature': signature = '' } = headers;
    const [version, sentAt = '', nonce = '', mac = ''] = signature.split(' ');
    const another = (letters: string) => letters.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const signatures = [
      '',
      `${version} ${Number(sentAt) + 1} ${nonce} ${mac}`,
      `${version} ${sentAt} ${another(nonce)} ${mac}`,
      `${version} ${sentAt} ${nonce} ${another(mac)}`,
      `${version} ${sentAt} ${nonce} ${mac.slice(1)}`,
      `v2 ${sentAt} ${nonce} ${mac}`,
    ];
    const altered = [
      { ...request, headers: { ...headers, 'x-landfall-caller': text.replace('"charges":false', '"charges":true') } },
      { ...request, headers: { 'x-landfall-signature': signature } },
      { ...request, headers: { 'x-landfall-caller': text } },
      { ...request, headers, method: 'GET' },
      { ...request, headers, path: '/graphql?' },
      { ...request, headers, body: `${request.body} ` },
      ...signatures.map((other) => ({ ...request, headers: { ...headers, 'x-landfall-signature': other } })),
    ];
    expect(altered.map(verify)).toEqual(altered.map(() => undefined));
    expect(verify({ ...request, headers })).toEqual(caller);
  });

  it('is taken for a minute of both clocks, and a replay is known for as long', () => {
    const headers = createRequestSigner([newer], clock)({ ...request, caller: openCaller });
    const verifyAt = (ms: number) => createRequestVerifier([newer], { now: () => clock.now() + ms })({ ...request, headers });
    expect([-60_001, -60_000, 60_000, 60_001].map((ms) => verifyAt(ms) !== undefined)).toEqual([false, true, true, false]);
    let now = clock.now() - 60_000;
    const verify = createRequestVerifier([newer], { now: () => now });
    const taken: boolean[] = [];
    for (; now <= clock.now() + 60_000; now += 10_000) taken.push(verify({ ...request, headers }) !== undefined);
    expect(taken).toEqual([true, ...Array.from({ length: 12 }, () => false)]);
  });

  it('names an entitlement that is one, or it is nobody’s', () => {
    const odd = { ...caller, entitlement: { ...entitlement, charges: 'yes' } as unknown as Entitlement };
    const headers = createRequestSigner([newer], clock)({ ...request, caller: odd });
    expect(createRequestVerifier([newer], clock)({ ...request, headers })).toBeUndefined();
  });
});
