import { GraphiQL } from 'graphiql';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useRef, useState } from 'react';
import { openAccount } from '../../../packages/board/sign-in/account.ts';
import type { ShownPerson } from '../../../packages/board/sign-in/person-session.ts';
import { createExamplesPlugin, type Example } from './examples.tsx';
import { createFetcher, type Transport } from './fetcher.ts';

/** An operation to open at the start. */
export interface Requested {
  readonly query: string;
  /** In JSON, or empty. */
  readonly variables: string;
}

export interface IdeProps {
  /** `null` if the server does not publish the schema. */
  readonly schema: GraphQLSchema | null;
  /** The first example is opened on the first visit. */
  readonly examples: readonly Example[];
  /** Opened in a separate tab, and not executed. */
  readonly requested: Requested | null;
}

/**
 * GraphiQL with examples, a switch for the transport of events, a hint if the server requires a sign-in, and a button
 * to sign out.
 */
export function Ide({ schema, examples, requested }: IdeProps) {
  const transport = useRef<Transport>('websocket');
  const [isSignInWanted, wantSignIn] = useState(false);
  const [person, showPerson] = useState<ShownPerson>();
  const account = useMemo(() => openAccount(showPerson), []);
  // If people sign in, a page without a signed-in person is left immediately.
  useEffect(() => void account.credential().catch(() => undefined), [account]);
  const fetcher = useMemo(() => {
    const onSignIn = async (isWanted: boolean) => wantSignIn(isWanted && !(await account.explainRejection(() => undefined)));
    return createFetcher({ transport: () => transport.current, onSignIn, account });
  }, [account]);
  // Without GraphiQL's history, which would store the headers of each request, including keys, in the browser.
  const plugins = useMemo(() => [createExamplesPlugin(examples)], [examples]);
  const tabs = useMemo(() => (requested ? [requested] : examples.slice(0, 1).map(({ text }) => ({ query: text }))), [examples, requested]);
  const initial = requested ? { initialQuery: requested.query, initialVariables: requested.variables } : {};
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
          <label>
            Subscriptions over{' '}
            <select
              onChange={({ currentTarget }) => {
                transport.current = currentTarget.value as Transport;
              }}
            >
              <option value="websocket">websocket</option>
              <option value="sse">server-sent events</option>
            </select>
          </label>
          <a href=".">Board</a>
          {person && (
            <button type="button" title={person.signedInAs} onClick={person.action.run}>
              {person.action.label}
            </button>
          )}
        </div>
      </GraphiQL.Logo>
      {isSignInWanted && (
        <GraphiQL.Footer>
          <div className="landfall-hint" role="alert">
            This server has to know who asks. Open <b>Headers</b> below the operation and write <code>{'{ "x-api-key": "…" }'}</code> or{' '}
            <code>{'{ "authorization": "Bearer …" }'}</code>.
          </div>
        </GraphiQL.Footer>
      )}
    </GraphiQL>
  );
}
