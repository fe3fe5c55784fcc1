import { expect, it } from 'vitest';
import { withSharedDefinitions } from './subgraph-sdl.ts';

const shared = `
"A page."
type Page { rows: [Row!]! }
type Row { at: Instant }
scalar Instant
type Other { id: ID }
`;

it('appends the shared definitions that an SDL uses, directly or by others, with their descriptions', () => {
  const sdl = withSharedDefinitions('type Query { page: Page }\n', shared);
  expect(sdl).toBe('type Query { page: Page }\n\n"A page."\ntype Page { rows: [Row!]! }\n\ntype Row { at: Instant }\n\nscalar Instant\n');
});

it('prefers a definition of the SDL itself', () => {
  expect(withSharedDefinitions('type Query { row: Row } type Row { id: ID }', shared)).not.toContain('at: Instant');
});
