import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startTimeLimit } from './subgraph-client.ts';

describe('the time limit of a request', () => {
  it('aborts it after the time', async () => {
    using limit = startTimeLimit(1, undefined);
    await once(limit.signal, 'abort');
    expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts it when the caller leaves, and at once if the caller has left', () => {
    const caller = new AbortController();
    using limit = startTimeLimit(60_000, caller.signal);
    expect(limit.signal.aborted).toBe(false);
    caller.abort('gone');
    expect(limit.signal.reason).toBe('gone');
    using late = startTimeLimit(60_000, caller.signal);
    expect(late.signal.reason).toBe('gone');
  });

  it('leaves no listener at the caller after the request', () => {
    const caller = new AbortController();
    startTimeLimit(60_000, caller.signal)[Symbol.dispose]();
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });
});
