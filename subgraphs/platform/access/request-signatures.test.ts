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
  it('has the caller’s entitlement in headers of printable ASCII', async () => {
    const headers = createRequestSigner([newer], clock)({ ...request, caller });
    expect(Object.values(headers).every((value) => /^[\x20-\x7e]+$/.test(value))).toBe(true);
    expect(await createRequestVerifier([newer], clock)({ ...request, headers })).toEqual(caller);
  });

  it('has the name of the tenant, which a caller can neither add, nor remove, nor replace', async () => {
    const sign = createRequestSigner([newer], clock);
    const verify = createRequestVerifier([newer], clock);
    const named = sign({ ...request, caller: callerOf(entitlement, 'blue') });
    const { 'x-landfall-tenant': _tenant, ...unnamed } = named;
    const added = { ...sign({ ...request, caller }), 'x-landfall-tenant': 'blue' };
    const altered = [{ ...named, 'x-landfall-tenant': 'red' }, unnamed, added];
    expect(await Promise.all(altered.map((headers) => verify({ ...request, headers })))).toEqual([undefined, undefined, undefined]);
    expect(await verify({ ...request, headers: named })).toEqual({ ...caller, tenant: 'blue' });
  });

  it('names its sender, whom a caller can neither add, nor remove, nor replace, and who is not part of the rights', async () => {
    const sign = createRequestSigner([newer], clock);
    const verify = createRequestVerifier([newer], clock);
    const person = { ...callerOf(entitlement, 'blue'), subject: 'Zoë | 1\nx-landfall-tenant: red' };
    const headers = sign({ ...request, caller: person });
    expect(Object.values(headers).every((value) => /^[\x20-\x7e]+$/.test(value))).toBe(true);
    const { 'x-landfall-subject': _subject, ...without } = headers;
    const added = { ...sign({ ...request, caller: callerOf(entitlement, 'blue') }), 'x-landfall-subject': 'Zoe' };
    const altered = [{ ...headers, 'x-landfall-subject': 'Zoe' }, without, added];
    expect(await Promise.all(altered.map((other) => verify({ ...request, headers: other })))).toEqual(altered.map(() => undefined));
    expect(await verify({ ...request, headers })).toEqual(person);
    expect(person.key).toBe(caller.key);
  });

  it('has the tenant’s quota of requests to partners, which a caller cannot change, and which is not part of the rights', async () => {
    const sign = createRequestSigner([newer], clock);
    const verify = createRequestVerifier([newer], clock);
    const limited = callerOf(entitlement, 'blue', { partnerCallsPerMinute: 7 });
    const headers = sign({ ...request, caller: limited });
    const name = 'x-landfall-partner-calls-per-minute';
    const { [name]: _calls, ...without } = headers;
    const altered = [{ ...headers, [name]: '0' }, { ...headers, [name]: '7 ' }, without];
    expect(await Promise.all(altered.map((other) => verify({ ...request, headers: other })))).toEqual(altered.map(() => undefined));
    expect(await verify({ ...request, headers })).toEqual({ ...caller, tenant: 'blue', partnerCallsPerMinute: 7 });
    expect(limited.key).toBe(caller.key);
  });

  it('is accepted with each of the secrets, so that they can be rotated, and with no other', async () => {
    const signedBy = (...secrets: string[]) => ({ ...request, headers: createRequestSigner(secrets, clock)({ ...request, caller }) });
    const verify = createRequestVerifier([newer, former], clock);
    expect((await verify(signedBy(former)))?.key).toBe(caller.key);
    expect((await verify(signedBy(newer, former)))?.key).toBe(caller.key);
    expect(await verify(signedBy(foreign))).toBeUndefined();
    expect(await createRequestVerifier([former], clock)(signedBy(newer, former))).toBeUndefined();
  });

  it('is accepted once', async () => {
    const verify = createRequestVerifier([newer], clock);
    const sign = createRequestSigner([newer], clock);
    const headers = sign({ ...request, caller });
    expect([await verify({ ...request, headers }), await verify({ ...request, headers })]).toEqual([caller, undefined]);
    expect(await verify({ ...request, headers: sign({ ...request, caller }) })).toEqual(caller);
  });

  it('is accepted once by all replicas that share counts, and once by each of them while they cannot', async () => {
    const seen = new Set<string>();
    let isAway = false;
    const isFirst = async (name: string) => (isAway ? undefined : seen.size !== seen.add(name).size);
    const replicas = [1, 2, 3].map(() => createRequestVerifier([newer], clock, { isFirst }));
    const taken = async () => {
      const headers = createRequestSigner([newer], clock)({ ...request, caller });
      const callers = await Promise.all([...replicas, ...replicas].map((verify) => verify({ ...request, headers })));
      return callers.filter((known) => known !== undefined).length;
    };
    expect(await taken()).toBe(1);
    isAway = true;
    expect(await taken()).toBe(3);
  });

  it('is rejected if any part of it was altered, and an altered request does not use up the original', async () => {
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
    expect(await Promise.all(altered.map(verify))).toEqual(altered.map(() => undefined));
    expect(await verify({ ...request, headers })).toEqual(caller);
  });

  it('is accepted within a minute by both clocks, and a replay is detected for as long', async () => {
    const headers = createRequestSigner([newer], clock)({ ...request, caller: openCaller });
    const verifyAt = (ms: number) => createRequestVerifier([newer], { now: () => clock.now() + ms })({ ...request, headers });
    const taken = await Promise.all([-60_001, -60_000, 60_000, 60_001].map(verifyAt));
    expect(taken.map((known) => known !== undefined)).toEqual([false, true, true, false]);
    let now = clock.now() - 60_000;
    const verify = createRequestVerifier([newer], { now: () => now });
    const repeated: boolean[] = [];
    for (; now <= clock.now() + 60_000; now += 10_000) repeated.push((await verify({ ...request, headers })) !== undefined);
    expect(repeated).toEqual([true, ...Array.from({ length: 12 }, () => false)]);
  });

  it('is rejected if its entitlement is invalid', async () => {
    const odd = { ...caller, entitlement: { ...entitlement, charges: 'yes' } as unknown as Entitlement };
    const headers = createRequestSigner([newer], clock)({ ...request, caller: odd });
    expect(await createRequestVerifier([newer], clock)({ ...request, headers })).toBeUndefined();
  });
});
