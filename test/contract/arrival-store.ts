import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ArrivalEntry,
  type ArrivalFilter,
  type ArrivalMark,
  type ArrivalOrder,
  type ArrivalRow,
  documentIdOf,
  marksOn,
} from '#platform/store/arrival-store.ts';
import { casesOf } from '../support/random-cases.ts';
import { createArrivalModel, isOrdered, type Listed, statsIn, visitsIn } from './arrival-model.ts';
import { arrivalOf, arrivalsOf, audience, entryOf, readWholeList, tenantScope } from './arrival-samples.ts';
import { at, type OpenStore, readWholeLog, sequenceAll, versionOf } from './version-store-samples.ts';

const orders: readonly ArrivalOrder[] = ['ATTENTION', 'BEST_TIME', 'LAST_CHANGE', 'LAST_FREE_DAY'];

/** Tests the store of arrivals. */
export function describeArrivals(openStore: OpenStore): void {
  it('keeps an arrival as it was written after a restart, with a revision that grows', async () => {
    await using opened = await openStore();
    const row = arrivalOf({
      document: '{"name":"Ærø 日本"}',
      hasPending: true,
      wakeAtMs: 7,
      queryAtMs: 9,
      queriedAtMs: 8,
      terms: ['b:1', 'a:"2"', 'b:1'],
    });
    expect(await opened.store.arrivals.write([{ row, revision: 0 }])).toEqual([true]);
    const { arrivals } = await opened.reopen();
    expect(await arrivals.find([row.arrivalId, 'none', row.arrivalId])).toEqual([
      { ...row, revision: 1 },
      undefined,
      { ...row, revision: 1 },
    ]);
    expect(await arrivals.write([{ row: arrivalOf(), revision: 1 }])).toEqual([true]);
    expect(await arrivals.find([row.arrivalId])).toEqual([{ ...arrivalOf(), revision: 2 }]);
  });

  it('keeps the lines of each document, and replaces them for exactly the arrivals of the group that share them', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const ids = ['arrival-1', 'arrival-2', 'arrival-3'];
    const terms = ['partner:acme'];
    /** What several arrivals share. Further arrivals find it by the group, unless an equal one was there before. */
    interface Cell {
      group: string | undefined;
      lines: string;
      readonly terms: readonly string[];
      readonly rank: number;
    }
    const isSame = (left: Cell, right: Cell) =>
      left.group === right.group &&
      left.lines === right.lines &&
      (!opened.sharesEntries || (left.rank === right.rank && `${left.terms}` === `${right.terms}`));
    const step = fc.record({
      arrivalId: fc.constantFrom(...ids),
      lines: fc.constantFrom('"one"', '"two"', '{"name":"Ærø"}\n"two"'),
      group: fc.constantFrom('first', 'second'),
      action: fc.constantFrom('WRITE', 'WRITE', 'WRITE_ONE_LINE', 'REPLACE', 'REPLACE', 'CHANGE_ALIKE', 'CHANGE_ALIKE', 'REMOVE'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await arrivals.remove(ids);
        const cells = new Set<Cell>();
        const cellOf = new Map<string, Cell | undefined>();
        const cellWith = (content: Cell): Cell => {
          const found = [...cells].find((other) => isSame(other, content)) ?? content;
          cells.add(found);
          return found;
        };
        for (const { arrivalId, lines, group, action } of steps) {
          const [held] = await arrivals.find([arrivalId]);
          const cell = cellOf.get(arrivalId);
          if (action === 'REMOVE') {
            cellOf.delete(arrivalId);
            await arrivals.remove([arrivalId]);
          } else if (action === 'REPLACE') {
            const isReplaced = await arrivals.replaceShared({ arrivalId, revision: held?.revision ?? 0 }, lines);
            expect(isReplaced).toBe(cell !== undefined);
            if (cell === undefined) continue;
            const replaced = { ...cell, lines };
            if ([...cells].some((other) => other !== cell && isSame(other, replaced))) cell.group = undefined;
            cell.lines = lines;
          } else if (action === 'CHANGE_ALIKE') {
            const [sharing] = await arrivals.sharingByTerms(terms);
            if (sharing === undefined) continue;
            const found = await arrivals.findSharing(sharing.shared, ids);
            const changed = ids.filter((id) => cellOf.get(id) !== undefined && cellOf.get(id) === cellOf.get(sharing.arrivalId));
            expect(found.lines).toBe(cellOf.get(sharing.arrivalId)?.lines);
            expect(found.arrivals.map((one) => [one.arrivalId, one.own])).toEqual(changed.map((id) => [id, '{}']));
            const change = {
              group,
              lines,
              entries: [entryOf({ rank: lines.length })],
              addedTerms: [`of:${lines}`],
              removedTerms: ['of:"one"'],
            };
            expect(await arrivals.changeAlike({ ...change, arrivals: found.arrivals })).toEqual(changed.map(() => true));
            expect(await arrivals.changeAlike({ ...change, arrivals: found.arrivals })).toEqual(changed.map(() => false));
            const kept = (cellOf.get(sharing.arrivalId)?.terms ?? []).filter((term) => term !== 'of:"one"' && term !== `of:${lines}`);
            const shared = cellWith({ group, lines, terms: [...kept, `of:${lines}`], rank: lines.length });
            for (const id of changed) cellOf.set(id, shared);
            const listed = await arrivals.list({ order: 'ATTENTION', scope: audience, limit: 9, filter: { all: [[`of:${lines}`]] } });
            const ranks = new Map(listed.map(({ arrival, entry }) => [arrival.arrivalId, entry.rank]));
            expect(changed.map((id) => ranks.get(id))).toEqual(changed.map(() => lines.length));
          } else {
            const hasOne = action === 'WRITE_ONE_LINE';
            const row = arrivalOf({ arrivalId, document: hasOne ? '{}' : `{}\n${lines}`, group });
            expect(await arrivals.write([{ row, revision: held?.revision ?? 0 }])).toEqual([true]);
            cellOf.set(arrivalId, hasOne ? undefined : cellWith({ group, lines, terms: [], rank: 0 }));
          }
          for (const unused of cells) if (![...cellOf.values()].includes(unused)) cells.delete(unused);
          const expected = ids.map((id) => (cellOf.has(id) ? ['{}', ...(cellOf.get(id)?.lines.split('\n') ?? [])].join('\n') : undefined));
          expect((await arrivals.find(ids)).map((arrival) => arrival?.document)).toEqual(expected);
          const sharing = [...cells].map((one) => ids.filter((id) => cellOf.get(id) === one)).filter(({ length }) => length > 1);
          const found = await arrivals.sharingByTerms(terms);
          expect(found.map((one) => [one.arrivalId, one.count])).toEqual(sharing.map((some) => [some[0], some.length]).toSorted());
          const rows = await arrivals.find(found.map((one) => one.arrivalId));
          expect(found.map(({ revision }) => revision)).toEqual(rows.map((row) => row?.revision));
          for (const { shared, arrivalId: first } of found)
            expect(await arrivals.idsSharing(shared, terms)).toEqual(sharing.find((some) => some[0] === first));
          const others = await arrivals.findByTerms({ terms, notShared: found.map(({ shared }) => shared), limit: 9 });
          expect(others.map((one) => one.arrivalId)).toEqual(ids.filter((id) => cellOf.has(id) && !sharing.flat().includes(id)));
        }
      }),
      casesOf(50),
    );
  });

  it('tells the latest wake-up and request for schedules among arrivals that share their lines, and none if one of them has none', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const rows = [
      { arrivalId: 'arrival-1', wakeAtMs: 5, queryAtMs: 9 },
      { arrivalId: 'arrival-2', wakeAtMs: 7 },
    ].map((row) => arrivalOf({ ...row, document: '{}\n"old"', group: 'first' }));
    await arrivals.write(rows.map((row) => ({ row, revision: 0 })));
    const shared = { arrivalId: 'arrival-1', revision: 1, count: 2 };
    expect(await arrivals.sharingByTerms(['partner:acme'])).toEqual([{ ...shared, shared: expect.any(String), wakeAtMs: 7 }]);
  });

  it('adds a term to each of the arrivals that are changed alike, and once to one that has it', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const [had, added] = [['partner:acme', 'one'], ['partner:acme']].map((terms, index) =>
      arrivalOf({ arrivalId: `arrival-${index + 1}`, terms, document: '{}\n"old"', group: 'first' }),
    );
    if (had === undefined || added === undefined) throw new Error('two arrivals are changed');
    await arrivals.write([had, added].map((row) => ({ row, revision: 0 })));
    const change = { group: 'first', lines: '"new"', entries: undefined, addedTerms: ['one'], removedTerms: [] };
    const changed = [had, added].map(({ arrivalId }) => ({ arrivalId, revision: 1, alerts: [] }));
    expect(await arrivals.changeAlike({ ...change, arrivals: changed })).toEqual([true, true]);
    const terms = ['partner:acme', 'one'];
    expect((await arrivals.find([had.arrivalId, added.arrivalId])).map((row) => row?.terms)).toEqual([terms, terms]);
  });

  it('refuses a write, or another replacement, by an arrival whose shared lines were replaced since it was read', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const rows = ['arrival-1', 'arrival-2'].map((arrivalId) => arrivalOf({ arrivalId, document: '{}\n"old"', group: 'first' }));
    await arrivals.write(rows.map((row) => ({ row, revision: 0 })));
    const [first, second] = await arrivals.find(['arrival-1', 'arrival-2']);
    if (first === undefined || second === undefined) throw new Error('the arrivals are not stored');
    expect(await arrivals.replaceShared(first, '"new"')).toBe(true);

    expect(await arrivals.write([{ row: second, revision: second.revision }])).toEqual([false]);
    expect(await arrivals.replaceShared(second, '"late"')).toBe(false);
    const [listed] = await arrivals.list({ order: 'ATTENTION', scope: audience, limit: 9 });
    expect(listed?.arrival.document).toBe('{}\n"new"');
    const [, again] = await arrivals.find(['arrival-1', 'arrival-2']);
    expect(await arrivals.write([{ row: second, revision: again?.revision ?? 0 }])).toEqual([true]);
    expect((await arrivals.find(['arrival-1', 'arrival-2'])).map((one) => one?.document)).toEqual(['{}\n"new"', '{}\n"old"']);
  });

  it('does not write an arrival, or its marks, that another writer has changed, and writes the others', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const [first, second] = [arrivalOf(), arrivalOf({ arrivalId: 'arrival-2' })];
    await arrivals.write([{ row: first, revision: 0 }]);
    const late = { ...first, document: '"late"', terms: ['late:1'], entries: [entryOf({ rank: 9 })] };
    const writes = [
      { row: late, revision: 0, putMarks: [markOf()] },
      { row: second, revision: 0 },
      { row: { ...second, arrivalId: 'arrival-3' }, revision: 4 },
    ];
    expect(await arrivals.write(writes)).toEqual([false, true, false]);
    expect(await arrivals.find(['arrival-1', 'arrival-2', 'arrival-3'])).toEqual([
      { ...first, revision: 1 },
      { ...second, revision: 1 },
      undefined,
    ]);
    expect(await arrivals.findByTerms({ terms: ['late:1'], limit: 9 })).toEqual([]);
    expect((await arrivals.list({ scope: audience, order: 'ATTENTION', limit: 9 })).map(({ entry }) => entry.rank)).toEqual([0, 0]);
    expect(await arrivals.findMarks(['arrival-1'])).toEqual([]);
  });

  it('lets one of several writers win each revision', async () => {
    await using opened = await openStore();
    const stores = [opened.store, opened.another === undefined ? opened.store : await opened.another()];
    const ids = Array.from({ length: 8 }, (_, index) => `arrival-${index}`);
    for (let revision = 0; revision < 5; revision += 1) {
      const attempts = Array.from({ length: 4 }, (_, writer) => {
        const rows = ids.map((arrivalId) => arrivalOf({ arrivalId, document: JSON.stringify({ revision, writer }) }));
        const { arrivals } = stores[writer % stores.length] ?? opened.store;
        return arrivals.write(rows.map((row) => ({ row, revision })));
      });
      const won = await Promise.all(attempts);
      const stored = await opened.store.arrivals.find(ids);
      for (const [index, arrival] of stored.entries()) {
        const winners = won.flatMap((written, writer) => (written[index] ? [writer] : []));
        expect(winners).toHaveLength(1);
        expect(arrival).toMatchObject({ revision: revision + 1, document: JSON.stringify({ revision, writer: winners[0] }) });
      }
    }
  });

  it('finds what is due and what has a term', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const samples: Partial<ArrivalRow>[] = [
      { wakeAtMs: 30, terms: ['visit:1'] },
      { wakeAtMs: 10, queryAtMs: 5, queriedAtMs: 3 },
      { queryAtMs: 50, queriedAtMs: 4, terms: ['visit:1', 'visit:2'] },
      { wakeAtMs: 31, terms: ['visit:2', `long:${'x'.repeat(400)}`] },
    ];
    await arrivals.write(arrivalsOf(samples.length, (index) => samples[index] ?? {}));
    const names = async (found: Promise<readonly { arrivalId: string }[]>) =>
      (await found).map(({ arrivalId }) => Number(arrivalId.slice(8)));

    expect(await names(arrivals.dueBy('wake', 30, 9))).toEqual([1, 0]);
    expect(await names(arrivals.dueBy('wake', 99, 1))).toEqual([1]);
    expect(await names(arrivals.dueBy('query', 49, 9))).toEqual([1]);
    expect(await arrivals.earliestQueriedMs()).toBe(3);
    expect(await names(arrivals.findByTerms({ terms: ['visit:1', 'visit:2'], limit: 2 }))).toEqual([0, 2]);
    expect(await names(arrivals.findByTerms({ terms: ['visit:1', 'visit:2'], after: 'arrival-000002', limit: 2 }))).toEqual([3]);
    expect(await names(arrivals.findByTerms({ terms: [`long:${'x'.repeat(400)}`, 'no:1'], limit: 2 }))).toEqual([3]);
    expect(await names(arrivals.findByTerms({ terms: [], limit: 2 }))).toEqual([]);
    expect(await names(arrivals.scan({ limit: 3 }))).toEqual([0, 1, 2]);
    expect(await names(arrivals.scan({ after: 'arrival-000002', limit: 3 }))).toEqual([3]);
    await arrivals.write([{ row: arrivalOf({ arrivalId: 'arrival-000001' }), revision: 1 }]);
    expect(await names(arrivals.dueBy('wake', 30, 9))).toEqual([0]);
    expect(await names(arrivals.dueBy('query', 49, 9))).toEqual([]);
    expect(await arrivals.earliestQueriedMs()).toBe(4);
    await arrivals.remove(['arrival-000002']);
    expect(await arrivals.earliestQueriedMs()).toBeUndefined();
  });

  it('writes alerts together with the arrival that raises them, or neither', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const alerts = (arrivalId: string, ...sortKeys: string[]) =>
      sortKeys.map((sortKey) => versionOf({ entityId: `["${arrivalId}","a"]`, sortKey, receivedBy: 'DERIVED', text: `"${sortKey}"` }));
    const write = (arrivalId: string, revision: number, ...sortKeys: string[]) =>
      ({ row: arrivalOf({ arrivalId }), revision, alerts: alerts(arrivalId, ...sortKeys) }) as const;
    expect(await arrivals.write([write('one', 0, '0', '1'), write('two', 3, '0')])).toEqual([true, false]);
    expect(await arrivals.write([write('one', 0, '2'), write('two', 0)])).toEqual([false, true]);
    // An alert that an earlier version has added before it was killed is not added again.
    expect(await arrivals.write([write('one', 1, '1', '2')])).toEqual([true]);
    const log = (await opened.reopen()).versions('arrival-alerts');
    await sequenceAll(log);
    const entries = (await readWholeLog(log)).map(({ entityId, sortKey }) => [entityId, sortKey]);
    expect(entries).toEqual(['0', '1', '2'].map((sortKey) => ['["one","a"]', sortKey]));
    const [current] = await log.findCurrent(['["one","a"]']);
    expect(current?.current.sortKey).toBe('2');
  });

  it('keeps the marks of each tenant with their arrival, and removes them together', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const [acknowledged, snoozed] = [
      markOf(),
      markOf({ target: 'alert-2', kind: 'SNOOZED', until: '2026-01-02T00:00:00.000Z', by: 'ann' }),
    ];
    const other = markOf({ tenant: 'red', target: 'arrival-1', kind: 'COLLECTED' });
    await arrivals.write([{ row: arrivalOf(), revision: 0, putMarks: [snoozed, other, acknowledged] }]);
    expect(await arrivals.findMarks(['arrival-1', 'none'])).toEqual([acknowledged, snoozed, other]);
    expect(await arrivals.findMarks(['arrival-1'], 'red')).toEqual([other]);
    const later = { ...snoozed, until: '2026-01-03T00:00:00.000Z' };
    await arrivals.write([{ row: arrivalOf(), revision: 1, putMarks: [later], removeMarks: [acknowledged] }]);
    expect(await (await opened.reopen()).arrivals.findMarks(['arrival-1'])).toEqual([later, other]);
  });

  it('keeps the marks of a document for all of its arrivals, and removes them with the last one', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const [plain, labelled, other] = [
      ['p', 'D"1'],
      ['p', 'D"1', 'EN'],
      ['p', 'D"10'],
    ].map((parts) => JSON.stringify(parts));
    const ids = [plain, labelled, other] as [string, string, string];
    const ofDocument = markOf({ arrivalId: documentIdOf(ids[0]), target: 'container:C1', kind: 'COLLECTED' });
    const own = markOf({ arrivalId: ids[1] });
    await arrivals.write(
      ids.map((arrivalId) => ({ row: arrivalOf({ arrivalId }), revision: 0, putMarks: arrivalId === ids[1] ? [ofDocument, own] : [] })),
    );
    const marksOf = async (id: string) => marksOn(id, await arrivals.findMarks([id]));
    expect(await Promise.all(ids.map(marksOf))).toEqual([[ofDocument], expect.arrayContaining([ofDocument, own]), []]);
    await arrivals.remove([ids[1]]);
    expect(await Promise.all(ids.map(marksOf))).toEqual([[ofDocument], [ofDocument], []]);
    await arrivals.remove([ids[0], ids[0]]);
    expect(await Promise.all(ids.map(marksOf))).toEqual([[], [], []]);
  });

  it('removes an arrival with everything that belongs to it', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const row = arrivalOf({ terms: ['party:secret'], document: '"secret"', wakeAtMs: 1, queryAtMs: 1, hasPending: true });
    await arrivals.write([
      { row, revision: 0, putMarks: [markOf()] },
      { row: arrivalOf({ arrivalId: 'arrival-2' }), revision: 0 },
    ]);
    await arrivals.remove(['arrival-1', 'none']);
    expect(await arrivals.find(['arrival-1'])).toEqual([undefined]);
    expect(await arrivals.findMarks(['arrival-1'])).toEqual([]);
    expect(await arrivals.findByTerms({ terms: ['party:secret'], limit: 9 })).toEqual([]);
    expect([await arrivals.dueBy('wake', 9, 9), await arrivals.dueBy('query', 9, 9)]).toEqual([[], []]);
    expect((await arrivals.list({ scope: audience, order: 'BEST_TIME', limit: 9 })).map(({ arrival }) => arrival.arrivalId)).toEqual([
      'arrival-2',
    ]);
    // A writer that has read it before cannot restore it.
    expect(await arrivals.write([{ row, revision: 1 }])).toEqual([false]);
    await opened.store.removals.begin({ id: 'one', startedAt: at(0), reason: { kind: 'AGE', receivedBefore: at(0) } });
    await opened.store.removals.finish('one', at(1));
    expect((await opened.keptBytes()).includes('party:secret')).toBe(false);
  });

  it('lists an arrival that was removed and written again with its new content, although its revision is the same', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const listed = async () => {
      const rows = await arrivals.list({ scope: audience, order: 'ATTENTION', limit: 9 });
      return rows.map(({ arrival }) => [arrival.revision, arrival.document]);
    };
    await arrivals.write([{ row: arrivalOf({ document: '"first"' }), revision: 0 }]);
    expect(await listed()).toEqual([[1, '"first"']]);
    await arrivals.remove(['arrival-1']);
    await arrivals.write([{ row: arrivalOf({ document: '"second"' }), revision: 0 }]);
    expect(await listed()).toEqual([[1, '"second"']]);
  });

  it('only moves the position of a log forwards', async () => {
    await using opened = await openStore();
    expect(await opened.store.arrivals.position('arrival-notice-versions')).toBe(0);
    for (const position of [5, 9, 7]) await opened.store.arrivals.advance('arrival-notice-versions', position);
    await opened.store.arrivals.advance('port-call-events', 2);
    const { arrivals } = await opened.reopen();
    expect([await arrivals.position('arrival-notice-versions'), await arrivals.position('port-call-events')]).toEqual([9, 2]);
  });

  it('rejects a position of another order', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    await arrivals.write([{ row: arrivalOf(), revision: 0 }]);
    for (const order of orders) {
      const [listed] = await arrivals.list({ scope: audience, order, limit: 1 });
      for (const other of orders.filter((one) => one !== order)) {
        const from = listed?.position ?? '';
        await expect(arrivals.list({ scope: audience, order: other, limit: 1, from })).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
      }
    }
    for (const from of ['', '[]', '["ATTENTION"]', '["ATTENTION",{}]', '["ATTENTION",null,1,2]']) {
      await expect(arrivals.list({ scope: audience, order: 'ATTENTION', limit: 1, from })).rejects.toMatchObject({
        code: 'CURSOR_INVALID',
      });
    }
  });

  it('ends a page with the arrival whose document exceeds the limit, but not before the second one', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    await arrivals.write(arrivalsOf(5, () => ({ document: JSON.stringify('x'.repeat(98)) })));
    const lengthOf = async (maxBytes: number) => (await arrivals.list({ scope: audience, order: 'ATTENTION', limit: 5, maxBytes })).length;
    expect([await lengthOf(1), await lengthOf(250), await lengthOf(1_000)]).toEqual([2, 3, 5]);
  });

  it('lists and counts the same as a plain list after any writes, marks and removals', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 30 }),
        contents,
        fc.array(selections, { minLength: 4, maxLength: 8 }),
        async (list, shared, queries) => {
          run += 1;
          const viewTermsOf = (scope: string, shown: readonly string[]) => shown.map((term) => `open:${run}:${viewOf(scope)}:${term}`);
          const scopeOf = (scope: string) => `${scope}:${run}`;
          /** The entries of an arrival, and the terms of both views. */
          const listedBy = ({ entries, shown }: Pick<(typeof shared)[number], 'entries' | 'shown'>) => ({
            entries: entries.map(({ scopes: [first, ...others], ...entry }): ArrivalEntry => {
              const views = [...new Set([first, ...others].map(viewOf))];
              return {
                scopes: [scopeOf(first), ...others.map(scopeOf)],
                ...entry,
                terms: views.flatMap((view) => viewTermsOf(view, shown)),
              };
            }),
            terms: ['all', 'v1'].flatMap((view) => viewTermsOf(view, shown)),
          });
          /** What arrivals of a group share. Others share nothing. */
          const sharedBy = (group: number | undefined): Partial<ArrivalRow> => {
            const content = group === undefined ? undefined : shared[group];
            if (content === undefined) return {};
            const { entries, terms } = listedBy(content);
            const sharedTerms = [...content.terms.map((term) => `state:${run}:${term}`), ...terms];
            return { document: '{}\n"shared"', group: `${run}:${group}`, sharedTerms, entries };
          };
          const model = createArrivalModel();
          for (const step of list) {
            const arrivalId = `${run}:${step.arrival}`;
            if (step.kind === 'remove') {
              model.remove(arrivalId);
              await arrivals.remove([arrivalId]);
              continue;
            }
            const words = step.terms.map((term) => `word:${run}:${term}`);
            const own = listedBy(step);
            const row = arrivalOf({
              ...{ arrivalId, terms: words, entries: own.entries, sharedTerms: own.terms },
              ...sharedBy(step.group),
            });
            const revision = model.revisionOf(arrivalId) + Number(step.isLate);
            expect(await arrivals.write([{ row, revision }])).toEqual([model.write(row, revision)]);
          }
          for (const { scope, overriding, filter, limit } of queries) {
            const query = {
              scope: scopeOf(scope),
              overriding: overriding === undefined ? undefined : scopeOf(overriding),
              filter: {
                ...filter,
                ...(filter.all === undefined
                  ? {}
                  : {
                      all: filter.all.map((terms) =>
                        terms.flatMap((term) => [`word:${run}:${term}`, `state:${run}:${term}`, ...viewTermsOf(scope, [term])]),
                      ),
                    }),
                ...(filter.beginnings === undefined
                  ? {}
                  : { beginnings: filter.beginnings.map((strings) => strings.map((string) => `word:${run}:${string}`)) }),
              },
            };
            for (const order of orders) {
              const listed = await readWholeList(arrivals.list, { ...query, order, limit });
              const expected = model.list({ ...query, order });
              expect(byId(listed).map(listedOf)).toEqual(byId(expected).map(listedOf));
              expect(isOrdered(order, listed)).toBe(true);
              expect(new Set(listed.map(({ arrival }) => arrival.arrivalId)).size).toBe(listed.length);
              const backwards = await readWholeList(arrivals.list, { ...query, order, limit, backwards: true });
              expect(backwards.map(({ position }) => position)).toEqual(listed.map(({ position }) => position));
              expect(await arrivals.count({ ...query, limit: 3 })).toBe(Math.min(3, expected.length));
              expect(await arrivals.count({ ...query, limit: 100 })).toBe(expected.length);

              const visits = visitsIn(listed);
              const listedVisits = await readWholeList(arrivals.listVisits, { ...query, order, limit });
              expect(listedVisits.map(({ visit }) => visit)).toEqual(visits);
              expect(await readWholeList(arrivals.listVisits, { ...query, order, limit, backwards: true })).toEqual(listedVisits);
              for (const most of [1, 100])
                expect(await arrivals.countVisits({ ...query, limit: most })).toBe(Math.min(most, visits.length));
              const grouped = await arrivals.statsOfVisits({ ...query, visits: visits.slice(0, 2) });
              const ofVisits = statsIn(expected).filter(({ visit }) => visits.indexOf(visit) < 2);
              expect(grouped.map(({ first: _, ...stats }) => stats)).toEqual(expect.arrayContaining(ofVisits));
              expect(grouped).toHaveLength(ofVisits.length);
              for (const { visit, rank, stats, first } of grouped) {
                const same = expected.filter(({ entry }) => entry.visit === visit && entry.rank === rank && (entry.stats ?? '') === stats);
                const earliest = same.toSorted((left, right) => byBestTime(left.entry, right.entry))[0];
                expect(first.bestTimeMs).toBe(earliest?.entry.bestTimeMs);
                expect(same.find(({ arrival }) => arrival.arrivalId === first.arrivalId)?.entry.bestTimeMs).toBe(first.bestTimeMs);
              }
            }
          }
          await arrivals.remove(model.ids());
        },
      ),
      casesOf(10),
    );
  }, 120_000);

  it('keeps the places of arrivals with equal values when some of them change, one by one or alike', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    const rowOf = (number: number, lines: string, group: string) =>
      arrivalOf({ arrivalId: `arrival-${number}`, document: `{}\n${lines}`, group });
    await arrivals.write(
      [1, 2, 3, 4].map((number) => ({ row: rowOf(number, '"old"', number < 3 ? 'first' : `alone ${number}`), revision: 0 })),
    );
    const orderIn = async (order: ArrivalOrder) =>
      (await arrivals.list({ scope: audience, order, limit: 9 })).map(({ arrival }) => arrival.arrivalId);
    const expectAll = async () => {
      for (const order of orders) expect(await orderIn(order)).toEqual([1, 2, 3, 4].map((number) => `arrival-${number}`));
    };
    await expectAll();
    await arrivals.write([{ row: rowOf(3, '"new"', 'alone 3'), revision: 1 }]);
    await expectAll();
    const [sharing] = await arrivals.sharingByTerms(['partner:acme']);
    const { arrivals: alike } = await arrivals.findSharing(sharing?.shared ?? '', ['arrival-1', 'arrival-2']);
    const change = { group: 'first', lines: '"new"', entries: undefined, addedTerms: ['one'], removedTerms: [], arrivals: alike };
    expect(await arrivals.changeAlike(change)).toEqual([true, true]);
    await expectAll();
  });

  it('moves an arrival to another visit alone, and ends a visit with its last arrival', async () => {
    await using opened = await openStore();
    let { arrivals } = opened.store;
    const ofVisit = (visit: string | undefined, rank = 0) => ({ entries: [entryOf({ rank, visit, stats: '1' })] });
    await arrivals.write(arrivalsOf(4, (index) => ofVisit(index === 3 ? undefined : 'one', index)));
    const query = { scope: audience, order: 'ATTENTION', limit: 9 } as const;
    const listed = async () => (await arrivals.listVisits(query)).map(({ visit }) => visit);
    const namesIn = async (visit: string) =>
      (await arrivals.list({ ...query, filter: { visits: [visit] } })).map(({ arrival }) => Number(arrival.arrivalId.slice(8)));
    expect([await listed(), await namesIn('one')]).toEqual([['one'], [2, 1, 0]]);
    const [moved] = arrivalsOf(1, () => ofVisit('two', 3));
    if (moved !== undefined) await arrivals.write([{ ...moved, revision: 1 }]);
    ({ arrivals } = await opened.reopen());
    expect([await listed(), await namesIn('one'), await namesIn('two')]).toEqual([['two', 'one'], [2, 1], [0]]);
    await arrivals.remove(['arrival-000001', 'arrival-000002']);
    expect([await listed(), await namesIn('one')]).toEqual([['two'], []]);
    for (const from of ['', '["BEST_TIME",1,2]', '["ATTENTION",[]]', '["ATTENTION"]']) {
      await expect(arrivals.listVisits({ ...query, from })).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
    }
  });

  it('lists each visit once, page by page, although one has many more arrivals than a page', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    // Each third arrival is of the ship with many; the others are four on a ship.
    const visitOf = (index: number) => (index % 3 === 0 ? 'many' : `few-${Math.floor(index / 8)}`);
    await arrivals.write(
      arrivalsOf(240, (index) => ({ entries: [entryOf({ visit: visitOf(index), bestTimeMs: index % 7, bestDay: '1970-01-01' })] })),
    );
    const query = { scope: audience, order: 'BEST_TIME' } as const;
    const listed = await arrivals.list({ ...query, limit: 300 });
    for (const limit of [1, 2, 7, 40]) {
      const visits = await readWholeList(arrivals.listVisits, { ...query, limit });
      expect(visits.map(({ visit }) => visit)).toEqual(visitsIn(listed));
    }
  });

  it('shows each tenant its own entries instead of those of its audience', async () => {
    await using opened = await openStore();
    const { arrivals } = opened.store;
    await arrivals.write([
      { row: arrivalOf({ arrivalId: 'a', entries: [entryOf({ rank: 3 }), entryOf({ scopes: [tenantScope], rank: 0 })] }), revision: 0 },
      { row: arrivalOf({ arrivalId: 'b', entries: [entryOf({ rank: 2 }), entryOf({ scopes: ['tenant:red'], rank: 0 })] }), revision: 0 },
      { row: arrivalOf({ arrivalId: 'c', entries: [entryOf({ rank: 1 })] }), revision: 0 },
    ]);
    const namesFor = async (overriding?: string) =>
      (await arrivals.list({ scope: audience, overriding, order: 'ATTENTION', limit: 9 })).map(({ arrival, entry }) => [
        arrival.arrivalId,
        entry.rank,
      ]);
    expect(await namesFor()).toEqual([
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ]);
    expect(await namesFor(tenantScope)).toEqual([
      ['b', 2],
      ['c', 1],
      ['a', 0],
    ]);
    expect(await namesFor('tenant:red')).toEqual([
      ['a', 3],
      ['c', 1],
      ['b', 0],
    ]);
  });
}

function markOf(sample: Partial<ArrivalMark> = {}): ArrivalMark {
  return { tenant: 'blue', arrivalId: 'arrival-1', target: 'alert-1', kind: 'ACKNOWLEDGED', at: '2026-01-01T00:00:00.000Z', ...sample };
}

/** The store may choose the order of entries that are equal in an order. */
function byId<Row extends Listed>(listed: readonly Row[]): Row[] {
  return listed.toSorted((left, right) => (left.arrival.arrivalId < right.arrival.arrivalId ? -1 : 1));
}

function byBestTime(left: ArrivalEntry, right: ArrivalEntry): number {
  return (left.bestTimeMs ?? Number.MAX_SAFE_INTEGER) - (right.bestTimeMs ?? Number.MAX_SAFE_INTEGER);
}

function listedOf({ arrival, entry }: Listed): unknown {
  return [entry, arrival.revision, arrival.arrivalId];
}

const scopeNames = ['all', 'v1', 'tenant:blue', 'tenant:red'] as const;
/** The tenants see one view each. */
const viewOf = (scope: string) => (scope === 'v1' || scope === 'tenant:red' ? 'v1' : 'all');
/** Each time is used only once. */
let times = 0;
/** The local day, which is up to a day before or after the day in UTC. */
const localDayOf = (ms: number, shift: number) => new Date(ms + shift * 86_400_000).toISOString().slice(0, 10);
const days = fc.integer({ min: -4, max: 4 }).map((day) => localDayOf(day * 86_400_000, 0));
const separateEntries = fc.uniqueArray(
  fc
    .record({
      scope: fc.constantFrom(...scopeNames),
      rank: fc.integer({ min: 0, max: 3 }),
      time: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
      shift: fc.constantFrom(-1, -0.5, 0, 0.5, 1),
      lastFreeDay: fc.option(days, { nil: undefined }),
      isOpen: fc.boolean(),
      isUrgent: fc.boolean(),
      visit: fc.constantFrom('m1', 'm2', 'u1', undefined),
      stats: fc.constantFrom('1', '2 OVERDUE'),
    })
    .map(({ time, shift, lastFreeDay, visit, stats, ...entry }) => {
      times += 1;
      const bestTimeMs = time === undefined ? undefined : time * 86_400_000 + times;
      return {
        ...entry,
        needsAttention: entry.rank > 0,
        isUrgent: entry.rank > 0 && entry.isUrgent,
        changedAtMs: times,
        ...(bestTimeMs === undefined ? {} : { bestTimeMs, bestDay: localDayOf(bestTimeMs, shift) }),
        ...(lastFreeDay === undefined ? {} : { lastFreeDay }),
        ...(visit === undefined ? {} : { visit, stats }),
      };
    }),
  { selector: ({ scope }) => scope, maxLength: 3 },
);
/** The lists of both views may share an entry. */
const entries = fc.tuple(separateEntries, fc.boolean()).map(([separate, isShared]) => {
  const lists = ['all', 'v1'].filter((scope) => separate.some((entry) => entry.scope === scope));
  return separate.flatMap(({ scope, ...entry }): Omit<ArrivalEntry, 'terms'>[] => {
    if (!isShared || !lists.includes(scope)) return [{ scopes: [scope], ...entry }];
    const [first, ...others] = lists;
    return scope === first ? [{ scopes: [scope, ...others], ...entry }] : [];
  });
});
const terms = fc.constantFrom('x', 'y', 'yes', 'yet', 'ÿ');
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      arrival: fc.nat(5),
      isLate: fc.nat(5).map((number) => number === 0),
      group: fc.option(fc.nat(1), { nil: undefined }),
      terms: fc.uniqueArray(terms),
      shown: fc.uniqueArray(terms),
      entries,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), arrival: fc.nat(5) }) },
);
const contents = fc.array(fc.record({ terms: fc.uniqueArray(terms), shown: fc.uniqueArray(terms), entries }), {
  minLength: 2,
  maxLength: 2,
});
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const filters = fc
  .record({
    all: maybe(fc.array(fc.array(terms, { maxLength: 2 }), { maxLength: 2 })),
    beginnings: maybe(fc.array(fc.array(fc.constantFrom('', 'y', 'ye', 'yes', 'n'), { maxLength: 2 }), { maxLength: 2 })),
    isOpen: maybe(fc.boolean()),
    needsAttention: maybe(fc.boolean()),
    isUrgent: maybe(fc.boolean()),
    bestDayFrom: maybe(days),
    bestDayTo: maybe(days),
    lastFreeDayFrom: maybe(days),
    lastFreeDayTo: maybe(days),
    changedAfter: maybe(fc.integer({ min: 0, max: 20 })),
    visits: fc.option(fc.subarray(['m1', 'm2', 'none']), { nil: undefined, freq: 3 }),
  })
  .map(({ changedAfter, ...filter }): ArrivalFilter => {
    const given = { ...filter, ...(changedAfter === undefined ? {} : { changedAfterMs: times - changedAfter }) };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  });
const selections = fc
  .record({
    scope: fc.constantFrom(...scopeNames),
    isTenant: fc.boolean(),
    filter: filters,
    limit: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ isTenant, ...selection }) => {
    const tenant = viewOf(selection.scope) === 'v1' ? 'tenant:red' : 'tenant:blue';
    return { ...selection, overriding: isTenant ? tenant : undefined };
  });
