/** One server-sent event. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from the body of a response. Leaving the loop cancels the body.
 *
 * @param onBytes called whenever bytes arrive, comments included
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const lines = `${rest}${decoder.decode(value, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      for (const raw of lines) {
        const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
        if (line === '') {
          if (event !== '') yield { event, data: data.join('\n') };
          event = '';
          data = [];
        }
        const [, name = '', text = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
        if (name === 'event') event = text;
        if (name === 'data') data.push(text);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
