import { describe, expect, it } from 'vitest';
import { composeSupergraph } from './composition.ts';

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible", "@requires", "@external", "@interfaceObject", "@cost", "@listSize"])';
const source = (name: string, sdl: string) => ({ name, url: `http://${name}.invalid/graphql`, sdl: `${link} ${sdl}` });

describe('the supergraph', () => {
  it('shows clients the accessible parts with descriptions, and nothing of federation', () => {
    const supergraph = composeSupergraph([
      source(
        'a',
        '"All." type Query { "One." x: X hidden: Int @inaccessible } type X @key(fields: "id") { id: ID! secret: S @inaccessible } type S @inaccessible { a: Int }',
      ),
    ]);
    expect(supergraph.sdl).toContain('@join__graph(name: "a", url: "http://a.invalid/graphql")');
    expect(supergraph.apiSdl).toBe('"""All."""\ntype Query {\n  """One."""\n  x: X\n}\n\ntype X {\n  id: ID!\n}\n');
  });

  it('shows clients weights and assumed list sizes', () => {
    const { apiSdl, sdl } = composeSupergraph([
      source(
        'a',
        'type Query { xs(first: Int, maxAgeSeconds: Int @cost(weight: 9)): [X!]! @listSize(slicingArguments: ["first"]) hidden: Int @inaccessible @cost(weight: 2) } type X @cost(weight: 3) { a: Int @cost(weight: 4) }',
      ),
    ]);
    for (const text of [apiSdl, sdl]) {
      expect(text).toContain('maxAgeSeconds: Int @cost(weight: 9)');
      expect(text).toContain('a: Int @cost(weight: 4)');
      expect(text).toMatch(/@listSize\([^)]*slicingArguments: \["first"\]/);
    }
    expect(apiSdl).toContain('type X @cost(weight: 3)');
    expect(apiSdl).not.toContain('hidden');
  });

  it('reports all composition errors together', () => {
    const compose = () =>
      composeSupergraph([source('a', 'type Query { x: X } type X { a: Int }'), source('b', 'type Query { y: X } type X { a: String }')]);
    expect(compose).toThrow(/The subgraphs do not compose:\n {2}.*X\.a/);
  });

  it('must not require that one subgraph gets values of another', () => {
    const left = source('left', 'type Query { x: X } type X @key(fields: "id") { id: ID! size: Int }');
    const right = source('right', 'type X @key(fields: "id") { id: ID! size: Int @external weight: Int @requires(fields: "size") }');
    expect(() => composeSupergraph([left, right])).toThrow('X.weight uses @requires');
  });

  it('must not have an interface that is an object in one of the subgraphs', () => {
    const left = source(
      'left',
      'type Query { media: [Medium] } interface Medium @key(fields: "id") { id: ID! } type Book implements Medium @key(fields: "id") { id: ID! }',
    );
    const right = source('right', 'type Medium @key(fields: "id") @interfaceObject { id: ID! title: String }');
    expect(() => composeSupergraph([left, right])).toThrow('Medium uses @interfaceObject');
  });
});
