import { readdirSync, readFileSync } from 'node:fs';
import { type ASTNode, buildASTSchema, execute, Kind, parse, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSubgraphSdl } from '#platform/graphql/subgraph-sdl.ts';
import type { ObjectShape } from '#platform/wire/shapes.ts';
import { cleanOf, findViolations, shapes } from '../../subgraphs/arrival-notices/wire/parse.ts';
import { collectAttributes, feedbackElement, typesIn } from '../support/standard-types.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const fixture = (name: string): Record<string, unknown> => JSON.parse(textOf(`test/fixtures/arrival-notices/${name}.json`));

const handwritten = readdirSync(new URL('schema/', root)).filter(
  (file) => file.endsWith('.graphql') && !['supergraph.graphql', 'api.graphql'].includes(file),
);
const typeDefs = parse(readSubgraphSdl('arrival-notices'));
const typesOfStandard = typesIn(shapes.arrivalNotice, typesIn(shapes.notification, typesIn(feedbackElement)));

/** Names that differ between the standard and the graph because the graph uses the name otherwise. */
const graphNames: Readonly<Record<string, string>> = {
  ArrivalNotice: 'ArrivalNoticeVersion',
  arrivalNoticeVisualization: 'visualization',
};

describe('the schema and Arrival Notice 1.0.1', () => {
  test('have 44 types with 287 attributes', () => {
    expect(typesOfStandard.size).toBe(44);
    expect([...typesOfStandard.values()].flatMap(({ attributes }) => [...attributes.keys()])).toHaveLength(287);
  });

  test('use each attribute at least once in the fixture of that name', () => {
    const met = new Set<string>();
    collectAttributes({ shape: shapes.arrivalNotice, value: fixture('every-attribute') }, met);
    const all = [...typesIn(shapes.arrivalNotice).values()].flatMap(({ title, attributes }) =>
      [...attributes.keys()].map((name) => `${title}.${name}`),
    );
    expect(all.filter((attribute) => !met.has(attribute))).toEqual([]);
  });
});

describe('a document of a partner', () => {
  const schema = buildASTSchema(typeDefs, { assumeValidSDL: true });

  /** Selects every attribute of the standard, and removes the absent ones from the answer. */
  function shownOf(type: ObjectShape, value: unknown): unknown {
    const name = graphNames[type.title] ?? type.title;
    const document = parse(`{ node(id: "1") { ... on ${name} ${selectionOf(type)} } }`);
    const { arrivalNoticeVisualization: visualization, ...rest } = value as Record<string, unknown>;
    const result = execute({ schema, document, rootValue: { node: { __typename: name, ...rest, visualization } } });
    if (result instanceof Promise) throw new Error('expected an answer at once');
    expect(result.errors).toBeUndefined();
    return JSON.parse(JSON.stringify(result.data?.['node'], (_, inner) => inner ?? undefined));
  }

  test('is shown completely if it is valid', () => {
    const { arrivalNoticeVisualization: visualization, ...rest } = fixture('every-attribute');
    expect(shownOf(shapes.arrivalNotice, fixture('every-attribute'))).toEqual({ ...rest, visualization });
    expect(shownOf(shapes.notification, fixture('notification'))).toEqual(fixture('notification'));
  });

  test('is shown without an error if it is invalid', () => {
    const { codeOfOurOwn: _, ...notice } = fixture('schema-violations');
    const kept = cleanOf<object>(notice, findViolations('arrivalNotice', notice));
    expect(shownOf(shapes.arrivalNotice, kept)).toEqual(kept);
  });
});

describe('descriptions', () => {
  test.each(handwritten)('are on everything in %s', (file) => {
    const bare: string[] = [];
    visit(parse(textOf(`schema/${file}`)), {
      enter(node, _key, _parent, _path, ancestors) {
        if (!described.has(node.kind) || !('description' in node) || node.description?.value.trim()) return;
        bare.push([...ancestors.filter(isNode), node].flatMap((each) => ('name' in each && each.name ? [each.name.value] : [])).join('.'));
      },
    });
    expect(bare).toEqual([]);
  });
});

const described: ReadonlySet<string> = new Set([
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.DIRECTIVE_DEFINITION,
]);

function isNode(value: ASTNode | readonly ASTNode[]): value is ASTNode {
  return 'kind' in value;
}

function selectionOf(type: ObjectShape): string {
  const fields = [...type.attributes].map(([name, shape]) => {
    const inner = shape.kind === 'list' ? shape.elements : shape;
    return `${graphNames[name] ?? name} ${inner.kind === 'object' ? selectionOf(inner) : ''}`;
  });
  return `{ ${fields.join(' ')} }`;
}
