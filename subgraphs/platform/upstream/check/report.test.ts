import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultEndpointOf, parsePartner } from '../../partners/partner.ts';
import { type CheckReport, createStated, differs, exitStatusOf, profileLinesOf, yamlSnippetOf } from './report.ts';
import type { Claims, Findings } from './requester.ts';

const claims: Claims = {
  ...defaultEndpointOf('arrivalNotices'),
  baseUrl: 'https://acme.example/an',
  filters: ['transportDocumentReferences', 'vesselName', 'portOfDischarge', 'removeCharges'],
};
const notices = {
  field: 'arrivalNotices',
  profileFields: ['version', 'versionHeader', 'filters', 'maxReferences', 'listStyle', 'paging'],
} as const;
const found: Findings = {
  version: '1.0.0',
  versionHeader: 'full',
  filters: new Map([
    ['transportDocumentReferences', 'APPLIED'],
    ['equipmentReferences', 'APPLIED'],
    ['vesselName', 'REFUSED'],
    ['portOfDischarge', 'IGNORED'],
    ['vesselIMONumber', 'REFUSED'],
  ]),
  maxReferences: 20,
  paging: true,
};

it('does not conclude that a partner behaves as its file claims if no request was answered with rows', () => {
  const skipped = { name: 'notices', rule: '', verdict: 'SKIPPED', reason: '', violations: [], sendRecords: [] } as const;
  const reportOf = (findings: Findings) => {
    const standard = { standard: 'arrivalNotices', baseUrl: '', requests: 1, tookMs: 1, probes: [skipped] } as const;
    const profile = profileLinesOf({ ...claims, quirks: ['numbers-for-texts'] }, findings, notices);
    return { partner: 'acme', name: 'ACME', checkedAt: '', standards: [{ ...standard, profile }], fileLines: [] } as unknown as CheckReport;
  };
  expect(exitStatusOf(reportOf({ filters: new Map() }))).toBe(2);
  expect(exitStatusOf(reportOf({ filters: new Map(), versionHeader: claims.versionHeader }))).toBe(0);
});

describe('a YAML snippet', () => {
  it('has a comment on each line that differs from the file or could not be determined', () => {
    expect(yamlSnippetOf('arrivalNotices', profileLinesOf(claims, found, notices))).toBe(
      [
        'arrivalNotices:',
        '  baseUrl: https://acme.example/an',
        '  version: 1.0.0                             # so far: 1.0.1',
        '  versionHeader: full',
        '  filters:',
        '    - transportDocumentReferences',
        '    - equipmentReferences                    # applied, so far not in the list',
        '    # - vesselName: refused',
        '    # - portOfDischarge: ignored',
        '    - removeCharges                          # not checked',
        '  maxReferences: 20                          # so far: 50',
        '  listStyle: comma                           # not checked',
        '  paging: true',
        '',
      ].join('\n'),
    );
  });

  it('has the page size, and 0 where limit is refused', () => {
    const schedules = { field: 'commercialSchedules', profileFields: ['paging', 'pageSize'] } as const;
    const producer = { ...defaultEndpointOf('commercialSchedules'), baseUrl: 'https://acme.example/cs' };
    const blockOf = (findings: Findings, told: Claims = producer) =>
      yamlSnippetOf('commercialSchedules', profileLinesOf(told, findings, schedules));
    expect(blockOf({ pageSize: 0, paging: true, filters: new Map() })).toBe(
      'commercialSchedules:\n  baseUrl: https://acme.example/cs\n  paging: true\n  pageSize: 0                                # so far: 100\n',
    );
    expect(blockOf({ pageSize: 100, filters: new Map() })).toContain('  pageSize: 100\n');
  });

  it('keeps what the file says and no probe determines, and adds what was found beside it', () => {
    const told: Claims = { ...claims, quirks: ['numbers-for-texts'], pages: { cursorHeader: 'x-old' } };
    const seen: Findings = { ...found, pages: { offset: '$skip' }, notFound: 'EMPTY' };
    const block = yamlSnippetOf('arrivalNotices', profileLinesOf(told, seen, notices));
    expect(parse(block).arrivalNotices).toMatchObject({ quirks: ['numbers-for-texts'], paging: { offset: '$skip' }, notFound: 'EMPTY' });
    expect(block).toContain('  paging: { offset: $skip }                  # so far: { cursorHeader: x-old }\n');
    expect(block).toContain('  notFound: EMPTY                            # new\n');
    expect(yamlSnippetOf('arrivalNotices', profileLinesOf(told, found, notices))).toContain('  paging: { cursorHeader: x-old }\n');
  });

  it('is valid in a partner file, and then differs in nothing', () => {
    const { arrivalNotices } = parse(yamlSnippetOf('arrivalNotices', profileLinesOf(claims, found, notices)));
    const file = { id: 'acme', name: 'ACME', arrivalNotices };
    const parsed = parsePartner(JSON.stringify(file), { fileName: 'acme.yaml', env: {}, readSecretFile: () => '' });
    if (!('value' in parsed) || parsed.value.arrivalNotices === undefined) throw new Error(JSON.stringify(parsed));
    expect(profileLinesOf(parsed.value.arrivalNotices, found, notices).filter(differs)).toEqual([]);
  });

  it('has an empty list for a partner that applies no filter', () => {
    const none: Findings = { filters: new Map([['vesselName', 'IGNORED']]) };
    const lines = profileLinesOf({ ...claims, filters: ['vesselName'] }, none, { field: 'portCalls', profileFields: ['filters'] });
    expect(parse(yamlSnippetOf('portCalls', lines))).toMatchObject({ portCalls: { filters: [] } });
  });
});

it('the file says only what it says, and no default', () => {
  const stated = createStated('arrivalNotices', { ...claims, maxReferences: 5 });
  expect([stated('maxReferences'), stated('version')]).toEqual(['The file says 5.', 'The default is 1.0.1.']);
});
