import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventStream, type StreamEvent } from './event-stream.ts';

async function read(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(body, () => undefined)) events.push(event);
  return events;
}

const text =
  ':\n\nevent: next\ndata: {"é":1}\n\n: ping\nevent:next\r\ndata: a\r\ndata:b\r\n\r\nretry: 1000\n\nevent: complete\ndata:\n\nevent: cut';
const events = [
  { event: 'next', data: '{"é":1}' },
  { event: 'next', data: 'a\nb' },
  { event: 'complete', data: '' },
];

describe('an event stream', () => {
  it('is read the same, wherever the network splits it', async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
        const places = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
        expect(await read(places.slice(1).map((place, index) => bytes.slice(places[index], place)))).toEqual(events);
      }),
    );
  });

  it('cancels the body when the reader stops', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const _event of readEventStream(body, () => undefined)) break;
    expect(cancelled).toBe(true);
  });
});
