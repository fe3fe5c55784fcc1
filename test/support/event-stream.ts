/** The server-sent events of a GraphQL operation, as a browser's `EventSource` receives them. */
export interface EventStream extends AsyncDisposable {
  readonly status: number;
  /** Resolves with the next result, `{ data, errors }`; undefined when the stream has ended. */
  next<T>(): Promise<{ readonly data?: T; readonly errors?: { message: string; extensions: { code: string } }[] } | undefined>;
}

/** Opens an event stream. Disposing of it closes the connection, as a browser does when its page is closed. */
export async function openEventStream(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  });
  const events = eventsOf(response);
  return {
    status: response.status,
    next: async () => {
      const { value } = await events.next();
      return value === undefined ? undefined : JSON.parse(value);
    },
    [Symbol.asyncDispose]: async () => abort.abort(),
  };
}

/** Yields the data of the events named `next`, until an event named `complete`. */
async function* eventsOf(response: Response): AsyncGenerator<string, void> {
  const body = response.body as unknown as AsyncIterable<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      if (fields.get('event') === 'complete') return;
      if (fields.get('event') === 'next') yield fields.get('data') ?? '';
    }
  }
}
