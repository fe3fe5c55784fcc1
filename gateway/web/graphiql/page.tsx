import { buildSchema, type GraphQLSchema } from 'graphql';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Example } from './examples.tsx';
import { Ide, type Requested } from './ide.tsx';
import './page.css';

/** The documents of `schema/operations`, inserted by `build.ts`. */
declare const EXAMPLES: readonly Example[];

/**
 * The file names of the editor's language services, written by `build.ts`, by the labels with which the editor requests
 * them.
 */
const workers: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };

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

/** Configures the editor to start its language services from files of this origin. */
function provideWorkers(): void {
  const getWorker = (_id: string, label: string) => new Worker(`graphiql/${workers[label] ?? 'editor.worker.js'}`, { type: 'module' });
  Object.assign(globalThis, { MonacoEnvironment: { getWorker } });
}
