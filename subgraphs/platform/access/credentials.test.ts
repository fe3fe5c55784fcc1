import { describe, expect, it } from 'vitest';
import { credentialInHeaders, credentialInPayload } from './sessions.ts';

const token = 'eyJh.eyJi.c2ln';
const none = { kind: 'none' };
const unclear = { kind: 'ambiguous' };

describe('a credential', () => {
  it('is a bearer token or an API key', () => {
    expect(credentialInHeaders({ authorization: `bearer ${token}` })).toEqual({ kind: 'token', token });
    expect(credentialInHeaders({ 'x-api-key': 'key' })).toEqual({ kind: 'key', key: Buffer.from('key') });
    expect(credentialInHeaders({})).toEqual(none);
  });

  it('has the same names in the payload of a websocket, in any letter case', () => {
    expect(credentialInPayload({ Authorization: `Bearer ${token}` })).toEqual({ kind: 'token', token });
    expect(credentialInPayload({ 'X-API-Key': 'key' })).toEqual({ kind: 'key', key: Buffer.from('key') });
    expect(credentialInPayload(undefined)).toEqual(none);
    expect(credentialInPayload({ token })).toEqual(none);
  });

  it('has the same bytes in a header and in a payload', () => {
    const key = 'clé';
    const asNodeReadsIt = Buffer.from(key).toString('latin1');
    expect(credentialInHeaders({ 'x-api-key': asNodeReadsIt })).toEqual(credentialInPayload({ 'x-api-key': key }));
  });

  it('is ambiguous if there are two, or if its text cannot be a credential', () => {
    expect(credentialInHeaders({ authorization: `Bearer ${token}`, 'x-api-key': 'key' })).toEqual(unclear);
    for (const authorization of ['Bearer', 'Bearer x', 'Bearer a.b.', `Bearer ${token} ${token}`]) {
      expect([authorization, credentialInHeaders({ authorization })]).toEqual([authorization, unclear]);
    }
    expect(credentialInPayload({ 'x-api-key': 7 })).toEqual(unclear);
  });

  it('is not taken from the credential for a proxy, which has another scheme', () => {
    const authorization = 'Basic dXNlcjpwYXNz';
    expect(credentialInHeaders({ authorization })).toEqual(none);
    expect(credentialInHeaders({ authorization, 'x-api-key': 'key' })).toMatchObject({ kind: 'key' });
  });
});
