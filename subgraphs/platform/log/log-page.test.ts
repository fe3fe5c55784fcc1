import { describe, expect, test } from 'vitest';
import { type Caller, callerOf, openCaller } from '../access/entitlement.ts';
import type { LogRange } from '../store/version-store.ts';
import { createCursorSigner } from './cursor-signer.ts';
import { readLogPage } from './log-page.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));
const everything = callerOf({ ...openCaller.entitlement, operator: false });
const limited = callerOf({ ...openCaller.entitlement, partners: ['acme'] });

/** Reads a log with numbers 11 to 20, of which these are entries that the caller may see. */
const read = (caller: Caller, visible: readonly number[], after: string | undefined, first = 2) => {
  const readLog = async (query: { after: number; limit: number }): Promise<LogRange> => {
    const found = visible.filter((number) => number > query.after).slice(0, query.limit);
    const scannedThrough = found.length < query.limit ? 20 : (found.at(-1) ?? 20);
    return { entries: found.map((sequence) => ({ sequence }) as LogRange['entries'][number]), scannedThrough };
  };
  const store = { bounds: async () => ({ trimmedThrough: 10, head: 20, removals: 0 }), readLog };
  return readLogPage({ name: 'port-call-events', store, signer, caller }, { after, first });
};

describe('a page of a log', () => {
  test('callers who see everything have the same cursors, all others those of their entitlement', async () => {
    const [open, tenant, other] = await Promise.all([openCaller, everything, limited].map((caller) => read(caller, [], undefined)));
    expect(tenant?.cursor).toBe(open?.cursor);
    expect(other?.cursor).not.toBe(open?.cursor);
    await expect(read(limited, [], open?.cursor)).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
  });

  test('a gap is reported to every caller, and its count only to callers who see everything', async () => {
    const missedBy = async (caller: Caller, scope: string) => (await read(caller, [], signer.sign(scope, '4'))).events[0]?.missed;
    const open = await missedBy(openCaller, 'port-call-events');
    expect(open).toMatchObject({ reason: 'RETENTION', count: 6 });
    const tenant = await missedBy(limited, JSON.stringify(['port-call-events', limited.key]));
    expect(tenant).toMatchObject({ reason: 'RETENTION' });
    expect(tenant?.count).toBeUndefined();
  });

  test('there is more where there is more for the caller', async () => {
    const pageOf = async (visible: readonly number[]) => {
      const { events, hasMore } = await read(limited, visible, '0');
      return [events.map(({ version }) => version?.sequence), hasMore];
    };
    expect(await pageOf([12, 13, 20])).toEqual([[12, 13], true]);
    expect(await pageOf([12, 13])).toEqual([[12, 13], false]);
    expect(await pageOf([12])).toEqual([[12], false]);
    expect((await read(openCaller, [12, 13], '0')).hasMore).toBe(true);
  });
});
