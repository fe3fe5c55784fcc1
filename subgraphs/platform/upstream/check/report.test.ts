import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parsePartner } from '../../partners/partner.ts';
import { differs, type Profile, profileLinesOf, yamlSnippetOf } from './report.ts';
import type { Findings } from './requester.ts';

const claims: Profile = {
  version: '1.0.1',
  versionHeader: 'full',
  filters: ['transportDocumentReferences', 'vesselName', 'portOfDischarge', 'removeCharges'],
  maxReferences: 50,
  listStyle: 'comma',
  paging: true,
  pageSize: 100,
};
const fields = ['version', 'versionHeader', 'filters', 'maxReferences', 'listStyle', 'paging'] as const;
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

describe('a YAML snippet', () => {
  it('has a comment on each line that differs from the file or could not be determined', () => {
    expect(yamlSnippetOf('arrivalNotices', profileLinesOf(claims, found, fields))).toBe(
      [
        'arrivalNotices:',
        '  version: 1.0.0                             # claimed: 1.0.1',
        '  versionHeader: full',
        '  filters:',
        '    - transportDocumentReferences',
        '    - equipmentReferences                    # not claimed, applied',
        '    # - vesselName: claimed, refused',
        '    # - portOfDischarge: claimed, ignored',
        '    - removeCharges                          # not checked',
        '  maxReferences: 20                          # claimed: 50',
        '  listStyle: comma                           # not checked',
        '  paging: true',
        '',
      ].join('\n'),
    );
  });

  it('has the page size, and 0 where limit is refused', () => {
    expect(
      yamlSnippetOf(
        'commercialSchedules',
        profileLinesOf(claims, { pageSize: 0, paging: true, filters: new Map() }, ['paging', 'pageSize']),
      ),
    ).toBe('commercialSchedules:\n  paging: true\n  pageSize: 0                                # claimed: 100\n');
    expect(yamlSnippetOf('commercialSchedules', profileLinesOf(claims, { pageSize: 100, filters: new Map() }, ['pageSize']))).toContain(
      '  pageSize: 100\n',
    );
  });

  it('is valid in a partner file, and then differs in nothing', () => {
    const { arrivalNotices } = parse(yamlSnippetOf('arrivalNotices', profileLinesOf(claims, found, fields)));
    const file = { id: 'acme', name: 'ACME', arrivalNotices: { baseUrl: 'https://acme.example/an', ...arrivalNotices } };
    const parsed = parsePartner(JSON.stringify(file), { fileName: 'acme.yaml', env: {}, readSecretFile: () => '' });
    if (!('partner' in parsed) || parsed.partner.arrivalNotices === undefined) throw new Error(JSON.stringify(parsed));
    expect(profileLinesOf(parsed.partner.arrivalNotices, found, fields).filter(differs)).toEqual([]);
  });

  it('has an empty list for a partner that applies no filter', () => {
    const none: Findings = { filters: new Map([['vesselName', 'IGNORED']]) };
    const lines = profileLinesOf({ ...claims, filters: ['vesselName'] }, none, ['filters']);
    expect(parse(yamlSnippetOf('portCalls', lines))).toEqual({ portCalls: { filters: [] } });
  });
});
