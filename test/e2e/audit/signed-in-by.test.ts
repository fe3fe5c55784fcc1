import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { keyOf } from '../access/open-access.ts';
import { all, partners, pushes } from '../access/visibility-world.ts';
import { type Issuer, openIssuer } from '../credentials/issuer.ts';
import { type AuditedLandfall, openAudited } from './audited-landfall.ts';

const query = '{ arrivalNotices { nodes { id } } }';
const person = 'jane.doe@blue-freight.example';

let producers: TestPartners;
let issuer: Issuer;
let landfall: AuditedLandfall;
beforeAll(async () => {
  producers = await openPartners(partners);
  issuer = await openIssuer();
  const jwt = { jwksUri: issuer.jwksUri, issuer: issuer.name, audience: 'landfall' };
  landfall = await openAudited({ mode: 'together', partners: producers, tenants: { all }, access: { jwt, allowPrivate: true } });
  const [first] = pushes;
  await landfall.push(first?.partner ?? '', first?.path ?? '/events', first?.object ?? {});
});
afterAll(async () => {
  for (const each of [landfall, issuer, producers]) await each?.[Symbol.asyncDispose]();
});

async function signedInBy(headers: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { lines } = await landfall.query(headers, query);
  return lines[0]?.signedInBy;
}

const bearer = async (sub: string | undefined) => {
  const exp = Math.floor(landfall.clock.now() / 1_000) + 600;
  const token = await issuer.issue({ aud: 'landfall', tenant: 'all', exp, ...(sub === undefined ? {} : { sub }) });
  return { authorization: `Bearer ${token}` };
};

it('is identified by a part of the hash in the access file, for a key', async () => {
  const hash = createHash('sha256').update('key-of-all').digest('hex');
  expect(await signedInBy(keyOf('all').sent)).toBe(`key:${hash.slice(0, 12)}`);
});

it('is the same for all tokens of one subject, different for another subject, and reveals neither', async () => {
  const [jane, janeAgain, joe, withoutSubject] = [await bearer(person), await bearer(person), await bearer('joe'), await bearer(undefined)];
  const shown = [await signedInBy(jane), await signedInBy(janeAgain), await signedInBy(joe), await signedInBy(withoutSubject)];
  expect(shown.every((text) => /^token:[0-9a-f]{12}$/.test(text ?? ''))).toBe(true);
  expect([shown[0] === shown[1], new Set(shown).size]).toEqual([true, 3]);
  const secrets = [jane, janeAgain, joe, withoutSubject].flatMap(({ authorization }) => authorization.split(/[ .]/).slice(1));
  for (const secret of [person, 'jane', ...secrets]) expect(landfall.text()).not.toContain(secret);
});

it('is named by its subject where people sign in at a provider', async () => {
  const jwt = { jwksUri: issuer.jwksUri, issuer: issuer.name, audience: 'landfall' };
  const signIn = { issuer: issuer.name, clientId: 'board' };
  await using own = await openAudited({
    mode: 'together',
    partners: producers,
    tenants: { all },
    access: { jwt, signIn, allowPrivate: true },
  });
  const [first] = pushes;
  await own.push(first?.partner ?? '', first?.path ?? '/events', first?.object ?? {});
  const exp = Math.floor(own.clock.now() / 1_000) + 600;
  const token = await issuer.issue({ aud: 'landfall', tenant: 'all', sub: person, exp });
  const byPerson = await own.query({ authorization: `Bearer ${token}` }, query);
  const byKey = await own.query(keyOf('all').sent, query);
  expect([byPerson.lines[0]?.subject, byKey.lines[0]?.subject]).toEqual([person, undefined]);
});
