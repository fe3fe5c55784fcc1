import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import type { Partner } from '../partner.ts';
import { createApiKeyIndex, createKeyIndex } from './identify-caller.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

it('identifies a partner only by its key in its header', () => {
  const [acme, blue] = [partner('acme', 'x-api-key', ['a1', 'a2']), partner('blue', 'authorization', ['Bearer b'])];
  const find = createApiKeyIndex([acme, blue, partner('silent', 'x-api-key', [])]);
  expect(find({ 'x-api-key': 'a1' })).toEqual([acme]);
  expect(find({ 'x-api-key': 'a2' })).toEqual([acme]);
  expect(find({ authorization: 'Bearer b' })).toEqual([blue]);
  expect(find({ authorization: 'b' })).toEqual([]);
  expect(find({ 'x-api-key': 'Bearer b' })).toEqual([]);
  expect(find({ 'x-api-key': '' })).toEqual([]);
  expect(find({})).toEqual([]);
});

it('identifies no partner by a hash instead of the key', () => {
  expect(createApiKeyIndex([partner('acme', 'x-api-key', ['a1'])])({ 'x-api-key': hashOf('a1') })).toEqual([]);
});

it('identifies no partner by a hash that differs in one bit, whichever byte that is in', () => {
  const sha256 = createHash('sha256').update('a').digest();
  const ownersOf = createKeyIndex([{ sha256: sha256.toString('hex'), owner: 'acme' }]);
  expect(ownersOf(sha256)).toEqual(['acme']);
  for (const [index, byte] of sha256.entries()) {
    const other = Buffer.from(sha256);
    other[index] = byte ^ 1;
    expect([index, ownersOf(other)]).toEqual([index, []]);
  }
});

it('finds every partner whose key a request carries', () => {
  const find = createApiKeyIndex([partner('acme', 'x-api-key', ['a']), partner('blue', 'authorization', ['b'])]);
  expect(find({ 'x-api-key': 'a', authorization: 'b' }).map(({ id }) => id)).toEqual(['acme', 'blue']);
  expect(find({ 'x-api-key': 'a', authorization: 'wrong' }).map(({ id }) => id)).toEqual(['acme']);
});

function partner(id: string, header: string, keys: readonly string[]): Partner {
  const inbound = keys.length === 0 ? '' : `inbound: { apiKey: { header: ${header}, sha256: ${JSON.stringify(keys.map(hashOf))} } }`;
  return parsedPartner(`id: ${id}\nname: ${id}\n${inbound}`);
}
