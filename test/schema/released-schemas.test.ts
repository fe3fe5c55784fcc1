import { describe, expect, test } from 'vitest';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { breakingChangesOf, readReleasedSchemas } from '../support/released-schemas.ts';

const sdlOf = (fields: string) => `type Query { stays: Int ${fields} }`;
const old = 'goes: Int @deprecated(reason: "Use stays.")';

describe('the API of a release', () => {
  test('is still served to clients of the last minor versions', async () => {
    expect(readReleasedSchemas().length).toBeGreaterThan(0);
    expect(await breakingChangesOf(readSupergraph().apiSdl, readReleasedSchemas())).toEqual([]);
  });

  test.each([
    ['that was not deprecated', ['goes: Int', 'goes: Int'], ['since 0.3.1: ', 'since 0.2.0: ']],
    ['that was deprecated for one minor version', ['goes: Int', old], ['since 0.2.0: ']],
    ['that was deprecated for two minor versions', [old, old], []],
  ])('allows a field %s to be removed only after two minor versions had deprecated it', async (_, [before = '', last = ''], expected) => {
    const releases = [
      { version: '0.1.9', sdl: sdlOf('goes: Int forgotten: Int') },
      { version: '0.2.0', sdl: sdlOf(before) },
      { version: '0.3.0', sdl: sdlOf('goes: Int') },
      { version: '0.3.1', sdl: sdlOf(last) },
    ];
    const issues = await breakingChangesOf(sdlOf('comes: Int'), releases);
    expect(issues).toEqual(expected.map((since) => expect.stringContaining(since)));
  });

  test.each([
    ['a required argument is added', 'field(needed: Int!): Int'],
    ['a type changes', 'field: String'],
    ['a field may be null', 'required: Int'],
  ])('is broken if %s', async (_, field) => {
    const before = sdlOf('field: Int required: Int!');
    const sdl = sdlOf(field.startsWith('required') ? `field: Int ${field}` : `${field} required: Int!`);
    expect(await breakingChangesOf(sdl, [{ version: '0.2.0', sdl: before }])).toHaveLength(1);
  });
});
