import { describe, expect, it } from 'vitest';
import { assessFilter, type SentFilter } from './probe-kinds.ts';

interface Row {
  readonly port?: string;
}

const rows: readonly Row[] = [{ port: 'NLRTM' }, { port: 'BEANR' }, {}];
const contradicts = (row: unknown, parameters: Readonly<Record<string, unknown>>) => {
  const { port } = row as Row;
  return port !== undefined && port !== parameters['port'];
};
const sent = (port: string, answer: Partial<SentFilter['answer']>): SentFilter => ({
  parameters: { port },
  answer: { status: 200, rows: answer.status === undefined ? [] : undefined, message: undefined, feedback: [], ...answer },
});
const judge = (known: SentFilter | undefined, unknown?: SentFilter) => assessFilter({ rows, known, unknown, contradicts });

describe('a filter', () => {
  it('that returns matching rows for a known value and none for an unknown value is APPLIED', () => {
    expect(judge(sent('NLRTM', { rows: [rows[0]] }), sent('ZZZZZ', {})).behaviour).toBe('APPLIED');
  });

  it('that also returns rows without the attribute is APPLIED', () => {
    expect(judge(sent('NLRTM', { rows: [rows[0], {}] }), sent('ZZZZZ', { rows: [{}] })).behaviour).toBe('APPLIED');
  });

  it('that returns a row which does not match, for either value, is IGNORED', () => {
    expect(judge(sent('NLRTM', { rows }), sent('ZZZZZ', {})).behaviour).toBe('IGNORED');
    expect(judge(sent('NLRTM', { rows: [rows[0]] }), sent('ZZZZZ', { rows })).behaviour).toBe('IGNORED');
  });

  it('that is answered with 400 is REFUSED, with the message of the partner', () => {
    const { behaviour, reason } = judge(sent('NLRTM', { status: 400, message: 'no such filter' }));
    expect(behaviour).toBe('REFUSED');
    expect(reason).toContain('"no such filter"');
    expect(judge(undefined, sent('ZZZZZ', { status: 400 })).behaviour).toBe('REFUSED');
  });

  it('that is applied for a known value and answered with 400 or 404 for a valid unknown value FAILS', () => {
    for (const status of [400, 404]) {
      expect(judge(sent('NLRTM', { rows: [rows[0]] }), sent('ZZZZZ', { status })).behaviour, `${status}`).toBe('FAILS');
    }
    expect(judge(sent('NLRTM', { status: 500 })).behaviour).toBe('FAILS');
  });

  it('that returns nothing for a known value LOSES rows', () => {
    expect(judge(sent('NLRTM', {}), sent('ZZZZZ', {})).behaviour).toBe('LOSES');
  });

  it('is not assessed if the response would be the same without it', () => {
    expect(judge(undefined, sent('ZZZZZ', {})).behaviour).toBeUndefined();
    const same = { rows: [{ port: 'NLRTM' }], known: sent('NLRTM', { rows: [rows[0]] }), unknown: undefined, contradicts };
    expect(assessFilter(same).behaviour).toBeUndefined();
  });
});
