import { describe, expect, test } from 'vitest';
import { type Caller, callerOf, openCaller } from '../access/entitlement.ts';
import type { LogRange } from '../store/version-store.ts';
import { createCursorSigner } from './cursor-signer.ts';
import { cursorsIn, readLogPage } from './log-page.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));
const everything = callerOf({ ...openCaller.entitlement, operator: false });
const limited = callerOf({ ...openCaller.entitlement, partners: ['acme'] });

/** Reads a page of a log with the numbers 11 to 20, of which `visible` are entries that the caller may see. */
const read = (caller: Caller, visible: readonly number[], after: string | undefined, first = 2, head = 20) => {
  const readLog = async (query: { after: number; limit: number }): Promise<LogRange> => {
    reads += 1;
    const found = visible.filter((number) => number > query.after).slice(0, query.limit);
    const scannedThrough = found.length < query.limit ? head : (found.at(-1) ?? head);
    return { entries: found.map((sequence) => ({ sequence }) as LogRange['entries'][number]), scannedThrough };
  };
  const store = { bounds: async () => ({ trimmedThrough: 10, head, removals: 0 }), readLog, findNumbered: findIn(visible) };
  return readLogPage({ name: 'port-call-events', store, signer, caller }, { after, first });
};

const findIn = (held: readonly number[]) => async (sequences: readonly number[]) =>
  sequences.map((sequence) => (held.includes(sequence) ? ({ sequence } as LogRange['entries'][number]) : undefined));

/** Number of reads of the log so far. */
let reads = 0;

/** The number before the first one of a restored log. */
const restored = 1_000_000_000;

describe('a page of a log', () => {
  test('callers who see everything share cursors; all others have cursors of their entitlement', async () => {
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

  test('a reader that has seen numbers which a restored log lacks gets LOG_RESET, and continues with the first version after the restore', async () => {
    const held = [11, 12, restored + 1, restored + 2];
    const { cursorOf } = cursorsIn('port-call-events', signer);
    // As version 0.2.0 wrote it.
    const olderCursorOf = (position: number) => signer.sign('port-call-events', `${position}`);
    const pageAfter = async (position: number) => {
      const { events, cursor, hasMore } = await read(openCaller, held, olderCursorOf(position), 9, restored + 2);
      return [events.map(({ version, missed }) => version?.sequence ?? missed?.reason), cursor, hasMore];
    };
    expect(await pageAfter(15)).toEqual([['LOG_RESET'], cursorOf(restored), true]);
    for (const position of [12, restored])
      expect(await pageAfter(position)).toEqual([[restored + 1, restored + 2], cursorOf(restored + 2), false]);
  });

  test('has more exactly when there are further events for the caller', async () => {
    const pageOf = async (visible: readonly number[]) => {
      const { events, hasMore } = await read(limited, visible, '0');
      return [events.map(({ version }) => version?.sequence), hasMore];
    };
    expect(await pageOf([12, 13, 20])).toEqual([[12, 13], true]);
    expect(await pageOf([12, 13])).toEqual([[12, 13], false]);
    expect(await pageOf([12])).toEqual([[12], false]);
    expect((await read(openCaller, [12, 13], '0')).hasMore).toBe(true);
  });

  test('is read once for a caller who does not see everything, whether it is full or not', async () => {
    for (const visible of [[12, 13, 20], [12]]) {
      reads = 0;
      await read(limited, visible, '0');
      expect(reads).toBe(1);
    }
  });
});
