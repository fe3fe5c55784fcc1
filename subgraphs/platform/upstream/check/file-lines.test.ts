// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { describe, expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { createFileLines } from './file-lines.ts';

const open = (more: object = {}) =>
  createFileLines(parsedPartner(JSON.stringify({ id: 'acme', name: 'ACME', allowPrivate: true, ...more })));
const yamlOf = ({ lines }: ReturnType<typeof open>) => lines().map(({ yaml }) => yaml);

describe('a line of the file is proposed', () => {
  it('for carriers, if the rows name several that the file does not list', () => {
    const linesFor = (more: object, ...codes: readonly string[]) => {
      const file = open(more);
      file.readRows(
        codes.map((carrierCode) => ({ carrierCode })),
        undefined,
      );
      return yamlOf(file);
    };
    expect(linesFor({}, 'ACME', 'OTHR')).toEqual(['carriers: ANY']);
    expect(linesFor({}, 'ACME', 'acme ')).toEqual([]);
    expect(linesFor({ carriers: 'ANY' }, 'ACME', 'OTHR')).toEqual([]);
    const both = ['ACME', 'ACM'].map((carrierCode) => ({ carrierCode, carrierCodeListProvider: 'NMFTA' }));
    expect(linesFor({ carriers: both }, 'ACME', 'ACM')).toEqual([]);
    expect(linesFor({ carriers: both }, 'ACME', 'OTHR')).toEqual(['carriers: ANY']);
  });

  it('for a port with two UN/LOCODEs, if the rows use the one that others do not use', () => {
    const at = (...codes: readonly string[]) => ({ transportCalls: codes.map((UNLocationCode) => ({ location: { UNLocationCode } })) });
    const file = open({ portAliases: { CNXMG: 'CNXMN' } });
    file.readRows([at('NLRTM', 'CNSHG'), at('CNXMG')], 'NLRTM');
    expect(yamlOf(file)).toEqual(['portAliases: { CNXMG: CNXMN, CNSHG: CNSHA }']);
    const unknown = open();
    unknown.readRows([at('BEANR', 'NLRTX'), at('NLRTX', 'NLAMS')], 'NLRTM');
    expect(unknown.lines()).toEqual([{ yaml: 'portAliases: { NLRTX: NLRTM }', why: 'Asked for NLRTM, it answers with calls at NLRTX.' }]);
    const ignored = open();
    ignored.readRows([at('BEANR', 'NLRTX'), at('NLAMS')], 'NLRTM');
    expect(ignored.lines()).toEqual([]);
  });

  it.each([
    ['Basic realm="a"', 'outbound: { basic: { username: "${env:ACME_USERNAME}", password: "${env:ACME_PASSWORD}" } }'],
    ['Bearer', 'outbound: { bearer: { token: "${env:ACME_TOKEN}" } }'],
    [
      'AzureApiManagementKey realm="https://a.example",name="Ocp-Apim-Subscription-Key",type="header"',
      'outbound: { headers: { Ocp-Apim-Subscription-Key: "${env:ACME_OCP_APIM_SUBSCRIPTION_KEY}" } }',
    ],
    ['Key name="code", in="query"', 'outbound: { parameters: { code: "${env:ACME_CODE}" } }'],
  ])('for the credential that a partner asks for by WWW-Authenticate: %s', (challenge, line) => {
    const file = open();
    expect(file.readChallenge(challenge)).toMatch(/^It asks for /);
    expect(yamlOf(file)).toEqual([line]);
  });

  it('for no credential that is not named, or that the file has', () => {
    const file = open({ outbound: { basic: { username: 'a', password: 'b' } } });
    expect(file.readChallenge('')).toBeUndefined();
    expect(file.readChallenge('ApiKey realm="a"')).toBe('It asks for ApiKey (WWW-Authenticate).');
    expect(file.readChallenge('Basic')).toContain('The file has outbound.basic, whose values the partner does not accept.');
    expect(file.lines()).toEqual([]);
  });
});
