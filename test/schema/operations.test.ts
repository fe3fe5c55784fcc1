import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { checkSupergraph } from '../../gateway/supergraph/composition.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { graphqlExamples } from '../support/pages.ts';

const schema = buildSchema(readSupergraph().apiSdl);
const folder = join(packageRoot, 'schema', 'operations');

describe('published documents', () => {
  test.each(readdirSync(folder))('schema/operations/%s is valid against the public schema', (file) => {
    expect(validate(schema, parse(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  });

  test('every example of the README and the documentation is valid against the public schema', () => {
    const examples = graphqlExamples();
    expect(examples.length).toBeGreaterThan(2);
    expect(examples.flatMap((example) => validate(schema, parse(example)))).toEqual([]);
  });
});

describe('the supergraph', () => {
  test('is the composition of the subgraphs', () => {
    expect(checkSupergraph).not.toThrow();
  });

  test('shows clients nothing of federation', () => {
    const names = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
    expect(names.filter((name) => /^_|^join__|^link__|^federation__/.test(name))).toEqual([]);
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('_'))).toEqual([]);
  });
});
