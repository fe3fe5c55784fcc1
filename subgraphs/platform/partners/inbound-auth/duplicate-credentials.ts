import type { ParsedPartner, Partner } from '../partner.ts';
import { type FileIssue, pathText } from '../yaml-issues.ts';
import { signingKeyOf } from './signing-secret.ts';

/** Finds what a partner's file must not have in common with others: its id, and whatever a caller is known by. */
export function duplicateCredentialsOf(file: string, parsed: ParsedPartner, others: ReadonlyMap<string, ParsedPartner>): FileIssue[] {
  const marks = marksOf(parsed.partner);
  return [...others].flatMap(([otherFile, other]) => {
    const taken = new Set(marksOf(other.partner).map(({ value }) => value));
    return marks
      .filter(({ value }) => taken.has(value))
      .map(({ path, what }) => ({ file, ...parsed.locate(path), path: pathText(path), message: `${otherFile} has the same ${what}` }));
  });
}

interface Mark {
  readonly path: readonly PropertyKey[];
  /** What it is called in a fault, which never shows the value. */
  readonly what: string;
  readonly value: string;
}

function marksOf({ id, inbound }: Partner): Mark[] {
  const { apiKey, jwt, hmac, mtls } = inbound ?? {};
  const mark = (what: string, path: readonly PropertyKey[], ...value: readonly string[]) => ({
    what,
    path,
    value: JSON.stringify([what, ...value]),
  });
  return [
    mark('id', ['id'], id),
    ...(apiKey?.sha256 ?? []).map((hash, index) => mark('key', ['inbound', 'apiKey', 'sha256', index], hash)),
    ...(jwt === undefined ? [] : [mark('issuer and audience', ['inbound', 'jwt'], jwt.issuer, jwt.audience)]),
    ...(hmac?.secrets ?? []).map((secret, index) =>
      mark('secret', ['inbound', 'hmac', 'secrets', index], signingKeyOf(secret).toString('hex')),
    ),
    ...(mtls?.fingerprints ?? []).map((hex, index) => mark('fingerprint', ['inbound', 'mtls', 'fingerprints', index], hex)),
  ];
}
