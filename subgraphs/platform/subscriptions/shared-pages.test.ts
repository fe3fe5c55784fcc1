import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callerOf, type Entitlement } from '../access/entitlement.ts';
import type { LogOperation } from './log-operation.ts';
import { createPagesOfRights, type SharedPage } from './shared-pages.ts';

const all: Entitlement = { partners: '*', parties: '*', charges: true, portCalls: true, operator: false };
const page = (name: string): SharedPage => ({ events: [name], positions: [], rows: undefined });
/** Only the key of an operation is read here, and its query by the function that is injected. */
const operation = { key: 'notices', query: {} } as LogOperation;

function openPages(of: Partial<Entitlement> = {}, { rights = createPagesOfRights({ readsOneEntity: () => true }), values = '' } = {}) {
  const { pages, release } = rights.use({ operation, values, caller: callerOf({ ...all, ...of }) });
  return { rights, pages, release };
}

describe('pages of a log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('are shared by callers who differ in their partners only', () => {
    const { rights, pages } = openPages({ partners: ['acme'] });
    pages?.current().add(['1', '2'], page('both'));
    const found = (of: Partial<Entitlement>, values?: string) =>
      openPages(of, { rights, ...(values && { values }) })
        .pages?.current()
        .find(['1', '2'])?.events;
    expect(found({ partners: ['acme', 'other'] })).toEqual(['both']);
    expect(found({ charges: false })).toBeUndefined();
    expect(found({ parties: [{ codeListProvider: 'SMDG', partyCode: 'red' }] })).toBeUndefined();
    expect(found({}, 'other variables')).toBeUndefined();
  });

  test('are found by the objects that they contain', () => {
    const { pages } = openPages();
    pages?.current().add(['1', '2'], page('both'));
    expect(pages?.current().find(['1'])).toBeUndefined();
    expect(pages?.current().find(['2', '1'])).toBeUndefined();
    expect(pages?.current().find(undefined)).toBeUndefined();
  });

  test('are forgotten when the log grows, and after a second without a report that it has grown', () => {
    const { pages } = openPages();
    const find = () => pages?.current().find(['1'])?.events;
    pages?.current().add(['1'], page('old'));
    pages?.renew();
    expect(find()).toBeUndefined();
    pages?.current().add(['1'], page('new'));
    vi.advanceTimersByTime(999);
    expect(find()).toEqual(['new']);
    vi.advanceTimersByTime(1);
    expect(find()).toBeUndefined();
  });

  test('are forgotten when their last group ends', () => {
    const first = openPages();
    const second = openPages({ partners: ['acme'] }, { rights: first.rights });
    first.pages?.current().add(['1'], page('kept'));
    first.release();
    expect(second.pages?.current().find(['1'])?.events).toEqual(['kept']);
    second.release();
    expect(openPages({}, { rights: first.rights }).pages?.current().find(['1'])).toBeUndefined();
  });

  test('are bounded in number', () => {
    const { pages } = openPages();
    for (let id = 0; id < 20; id += 1) pages?.current().add([String(id)], page(String(id)));
    expect(Array.from({ length: 20 }, (_, id) => pages?.current().find([String(id)])).filter((found) => found !== undefined)).toHaveLength(
      16,
    );
  });

  test('are not shared if an event depends on more than its entity', () => {
    expect(openPages({}, { rights: createPagesOfRights({ readsOneEntity: () => false }) }).pages).toBeUndefined();
  });
});
