import { textAt } from '@landfall/dcsa/wire-values.ts';
import type { Partner } from '../../partners/partner.ts';

/** A line of a partner's file outside the block of a standard, and what shows that it is needed. */
export interface FileLine {
  readonly yaml: string;
  readonly why: string;
}

/** Ports with two UN/LOCODEs, by the one that fewer partners use. */
const wellKnownAliases: Readonly<Record<string, string>> = {
  CNSHG: 'CNSHA',
  CNNBG: 'CNNGB',
  CNTXG: 'CNTSN',
  CNQDG: 'CNTAO',
  CNXMG: 'CNXMN',
  INJNP: 'INNSA',
};

export type FileLines = ReturnType<typeof createFileLines>;

/** Collects the lines that the answers of a partner show to be missing in its file, by their fields. Without evidence there is none. */
export function createFileLines({ id, carriers, portAliases, outbound = {} }: Partner) {
  const lines = new Map<string, FileLine>();
  const aliases = new Map(Object.entries(portAliases ?? {}));
  const secret = (name: string) => `"\${env:${id.toUpperCase().replaceAll('-', '_')}_${name.toUpperCase().replaceAll(/\W+/g, '_')}}"`;
  const addAlias = (own: string, usual: string, why: string): void => {
    if (aliases.has(own)) return;
    aliases.set(own, usual);
    const former = lines.get('portAliases');
    const pairs = [...aliases].map((pair) => pair.join(': ')).join(', ');
    lines.set('portAliases', { yaml: `portAliases: { ${pairs} }`, why: former === undefined ? why : `${former.why} ${why}` });
  };
  return {
    lines: (): readonly FileLine[] => [...lines.values()],
    /** Reads rows of any standard. @param port the UN/LOCODE for which they were requested, if any */
    readRows: (rows: readonly unknown[], port: string | undefined): void => {
      const known = new Set(Array.isArray(carriers) ? carriers.map(({ carrierCode }) => carrierCode.toUpperCase()) : []);
      const codes = [...new Set(rows.flatMap((row) => textAt(row, 'carrierCode')?.trim().toUpperCase() || []))];
      const foreign = codes.filter((code) => !known.has(code));
      if (carriers !== 'ANY' && codes.length > 1 && foreign.length > 0) {
        lines.set('carriers', { yaml: 'carriers: ANY', why: `Its notices name several carriers: ${codes.slice(0, 5).join(', ')}.` });
      }
      const portsOfRows = rows.map((row) => [...new Set(portsIn(row))]);
      for (const code of new Set(portsOfRows.flat())) {
        const usual = wellKnownAliases[code];
        if (usual !== undefined) addAlias(code, usual, `It writes ${code}, others ${usual}.`);
      }
      const [first = []] = portsOfRows;
      if (port === undefined || portsOfRows.some((ports) => ports.includes(port))) return;
      const shared = first.filter((code) => code.startsWith(port.slice(0, 2)) && portsOfRows.every((ports) => ports.includes(code)));
      const [own] = shared;
      if (own !== undefined && shared.length === 1) addAlias(own, port, `Asked for ${port}, it answers with calls at ${own}.`);
    },
    /**
     * Reads the header `WWW-Authenticate` of a refusal.
     *
     * @returns a sentence about the credential that the partner asks for; undefined without the header
     */
    readChallenge: (challenge: string | undefined): string | undefined => {
      const [, scheme] = /^\s*([\w-]{1,40})/.exec(challenge ?? '') ?? [];
      if (challenge === undefined || scheme === undefined) return undefined;
      const parameter = (name: string) => new RegExp(`\\b${name}="?([\\w.-]{1,60})`, 'i').exec(challenge)?.[1];
      const [name, place] = [parameter('name'), parameter('type') ?? parameter('in')];
      const field = /^basic$/i.test(scheme) ? 'basic' : /^bearer$/i.test(scheme) ? 'bearer' : place === 'query' ? 'parameters' : 'headers';
      const values = {
        basic: `{ username: ${secret('username')}, password: ${secret('password')} }`,
        bearer: `{ token: ${secret('token')} }`,
        headers: `{ ${name}: ${secret(name ?? '')} }`,
        parameters: `{ ${name}: ${secret(name ?? '')} }`,
      };
      const asked = `It asks for ${scheme}${name === undefined ? '' : ` with ${name}`} (WWW-Authenticate).`;
      if (outbound[field] !== undefined || (field === 'bearer' && outbound.oauth2 !== undefined)) {
        return `${asked} The file has outbound.${field === 'bearer' && outbound.bearer === undefined ? 'oauth2' : field}, whose values the partner does not accept.`;
      }
      if (name === undefined && (field === 'headers' || field === 'parameters')) return asked;
      const beside = Object.keys(outbound).length > 0 ? ' Add it to outbound.' : '';
      const instead = field === 'bearer' ? ' If a token server issues its tokens, write oauth2 instead.' : '';
      lines.set('outbound', { yaml: `outbound: { ${field}: ${values[field]} }`, why: `${asked}${instead}${beside}` });
      return asked;
    },
    setLimits: (yaml: string): void => {
      lines.set('limits', { yaml, why: 'The partner limits the rate of requests.' });
    },
  };
}

/** Returns the UN/LOCODEs in a row, at any depth. */
function portsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'UNLocationCode' && typeof inner === 'string' ? inner : portsIn(inner),
  );
}
