import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { openAccount } from '../../../packages/board/sign-in/account.ts';
import type { ShownPerson } from '../../../packages/board/sign-in/person-session.ts';
import { headersOf } from '../../../packages/client/credentials.ts';
import { createExamplesPlugin, type Example } from './examples.tsx';
import './page.css';

/** The documents of `schema/operations`, inserted by `build.ts`. */
declare const EXAMPLES: readonly Example[];

/**
 * The file names of the editor's language services, written by `build.ts`, by the labels with which the editor requests
 * them.
 */
const workers: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };
const getWorker = (_id: string, label: string) => new Worker(`graphiql/${workers[label] ?? 'editor.worker.js'}`, { type: 'module' });
Object.assign(globalThis, { MonacoEnvironment: { getWorker } });

const url = new URL('graphql', location.href).href;

// The SDL is available without a credential; introspection is not.
const sdl = await fetch('schema.graphql');
const schema = sdl.ok ? buildSchema(await sdl.text()) : null;
// The query parameters are named as in a GET request to `/graphql`.
const { query, variables = '' } = Object.fromEntries(new URLSearchParams(location.search));
// The first example is opened on the first visit. A requested operation is opened in a separate tab, and not executed.
const tabs = query ? [{ query, variables }] : EXAMPLES.slice(0, 1).map(({ text }) => ({ query: text }));
const initial = query ? { initialQuery: query, initialVariables: variables } : {};
// Without GraphiQL's history, which would store the headers of each request, including keys, in the browser.
const plugins = [createExamplesPlugin(EXAMPLES)];

/** GraphiQL with examples, and a button to sign out where people sign in. */
function Ide() {
  const [person, showPerson] = useState<ShownPerson>();
  const account = useMemo(() => openAccount(showPerson), []);
  // If people sign in, a page without a signed-in person is left immediately.
  useEffect(() => void account.credential().catch(() => undefined), [account]);
  const fetcher = useMemo((): Fetcher => {
    return async (request, { headers = {}, ...options } = {}) => {
      // The credential of the page, unless the headers editor has one.
      const isOwn = Object.keys(headers).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()));
      const all = isOwn ? headers : { ...headersOf(await account.credential()), ...headers };
      // A lost connection is shown instead of retried, because the user of an IDE can send the request again.
      const wsClient = createClient({ url: url.replace(/^http/, 'ws'), connectionParams: all, retryAttempts: 0 });
      const send = createGraphiQLFetcher({ url, wsClient, enableIncrementalDelivery: false });
      return send(request, { ...options, headers: all }) as ReturnType<Fetcher>;
    };
  }, [account]);
  return (
    <GraphiQL
      {...initial}
      fetcher={fetcher}
      schema={schema}
      plugins={plugins}
      visiblePlugin="Examples"
      defaultTabs={tabs}
      shouldPersistHeaders={false}
    >
      <GraphiQL.Logo>
        <div className="landfall-bar">
          <a href=".">Board</a>
          {person && (
            <button type="button" title={person.signedInAs} onClick={person.action.run}>
              {person.action.label}
            </button>
          )}
        </div>
      </GraphiQL.Logo>
    </GraphiQL>
  );
}

const root = document.getElementById('graphiql');
if (root === null) throw new Error('the page has no element "graphiql"');
createRoot(root).render(
  <StrictMode>
    <Ide />
  </StrictMode>,
);
