import { buildSchema, type GraphQLSchema } from 'graphql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Example } from './examples.tsx';
import { Ide, type Requested } from './ide.tsx';
import { provideWorkers } from './workers.ts';
import './page.css';

/** The documents of `schema/operations`, inserted by `build.ts`. */
declare const EXAMPLES: readonly Example[];

provideWorkers();
const schema = await fetchSchema();
const root = document.getElementById('graphiql');
if (root === null) throw new Error('the page has no element "graphiql"');
createRoot(root).render(
  <StrictMode>
    <Ide schema={schema} examples={EXAMPLES} requested={requestedIn(location.search)} />
  </StrictMode>,
);

/** The query parameters of the page, named as in a GET request to `/graphql`. */
function requestedIn(search: string): Requested | null {
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query');
  return query ? { query, variables: parameters.get('variables') ?? '' } : null;
}

/** The SDL is available without a credential; introspection is not. */
async function fetchSchema(): Promise<GraphQLSchema | null> {
  const answer = await fetch('schema.graphql');
  return answer.ok ? buildSchema(await answer.text()) : null;
}
