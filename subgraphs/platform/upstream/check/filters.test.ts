import { describe, expect, it } from 'vitest';
import { assessFilter, type SentFilter } from './filters.ts';

interface Row {
  readonly port?: string;
}

const rows: readonly Row[] = [{ port: 'NLRTM' }, { port: 'BEANR' }, {}];
const contradicts = (row: unknown, asked: Readonly<Record<string, unknown>>) => {
  const { port } = row as Row;
  return port !== undefined && port !== asked['port'];
};
const ask = (port: string, answer: Partial<SentFilter['answer']>): SentFilter => ({
  asked: { port },
  answer: { status: 200, rows: answer.status === undefined ? [] : undefined, message: undefined, feedback: [], ...answer },
});
const judge = (known: SentFilter | undefined, unknown?: SentFilter) => assessFilter({ rows, known, unknown, contradicts });

describe('a filter', () => {
  it('that keeps what matches and has nothing for a value that nothing has is taken', () => {
    expect(judge(ask('NLRTM', { rows: [rows[0]] }), ask('ZZZZZ', {})).behaviour).toBe('APPLIED');
  });

  it('that keeps rows which do not say is taken, too', () => {
    expect(judge(ask('NLRTM', { rows: [rows[0], {}] }), ask('ZZZZZ', { rows: [{}] })).behaviour).toBe('APPLIED');
  });

  it('is ignored if a row comes that does not match, for either value', () => {
    expect(judge(ask('NLRTM', { rows }), ask('ZZZZZ', {})).behaviour).toBe('IGNORED');
    expect(judge(ask('NLRTM', { rows: [rows[0]] }), ask('ZZZZZ', { rows })).behaviour).toBe('IGNORED');
  });

  it('is refused by 400, with the partner’s message', () => {
    const { behaviour, reason } = judge(ask('NLRTM', { status: 400, message: 'no such filter' }));
    expect(behaviour).toBe('REFUSED');
    expect(reason).toContain('"no such filter"');
    expect(judge(undefined, ask('ZZZZZ', { status: 400 })).behaviour).toBe('REFUSED');
  });

  it('fails if it is taken and a valid value that nothing has is refused, or not found', () => {
    for (const status of [400, 404]) {
      expect(judge(ask('NLRTM', { rows: [rows[0]] }), ask('ZZZZZ', { status })).behaviour, `${status}`).toBe('FAILS');
    }
    expect(judge(ask('NLRTM', { status: 500 })).behaviour).toBe('FAILS');
  });

  it('loses rows if an existing value finds nothing', () => {
    expect(judge(ask('NLRTM', {}), ask('ZZZZZ', {})).behaviour).toBe('LOSES');
  });

  it('is not assessed if its answer would be the same without it', () => {
    expect(judge(undefined, ask('ZZZZZ', {})).behaviour).toBeUndefined();
    const same = { rows: [{ port: 'NLRTM' }], known: ask('NLRTM', { rows: [rows[0]] }), unknown: undefined, contradicts };
    expect(assessFilter(same).behaviour).toBeUndefined();
  });
});
