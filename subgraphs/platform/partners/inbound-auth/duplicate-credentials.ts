import type { ParsedPartner, Partner } from '../partner.ts';
import { type FileIssue, pathText } from '../yaml-issues.ts';
import { signingKeyOf } from './signing-secret.ts';

/**
 * Finds values that a partner's file shares with others and must not share: its id, and the credentials that identify a
 * caller.
 */
export function duplicateCredentialsOf(file: string, parsed: ParsedPartner, others: ReadonlyMap<string, ParsedPartner>): FileIssue[] {
  const identifiers = identifiersOf(parsed.partner);
  return [...others].flatMap(([otherFile, other]) => {
    const taken = new Set(identifiersOf(other.partner).map(({ value }) => value));
    return identifiers
      .filter(({ value }) => taken.has(value))
      .map(({ path, what }) => ({ file, ...parsed.locate(path), path: pathText(path), message: `${otherFile} has the same ${what}` }));
  });
}

interface Identifier {
  readonly path: readonly PropertyKey[];
  /** Names the value in an issue, which never shows it. */
  readonly what: string;
  readonly value: string;
}

function identifiersOf({ id, inbound }: Partner): Identifier[] {
  const { apiKey, jwt, hmac, mtls } = inbound ?? {};
  const identifier = (what: string, path: readonly PropertyKey[], ...value: readonly string[]) => ({
    what,
    path,
    value: JSON.stringify([what, ...value]),
  });
  return [
    identifier('id', ['id'], id),
    ...(apiKey?.sha256 ?? []).map((hash, index) => identifier('key', ['inbound', 'apiKey', 'sha256', index], hash)),
    ...(jwt === undefined ? [] : [identifier('issuer and audience', ['inbound', 'jwt'], jwt.issuer, jwt.audience)]),
    ...(hmac?.secrets ?? []).map((secret, index) =>
      identifier('secret', ['inbound', 'hmac', 'secrets', index], signingKeyOf(secret).toString('hex')),
    ),
    ...(mtls?.fingerprints ?? []).map((hex, index) => identifier('fingerprint', ['inbound', 'mtls', 'fingerprints', index], hex)),
  ];
}
