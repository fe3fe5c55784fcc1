// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Sources of `${env:NAME}` and `${file:/path}`. */
export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a file as a string. Its errors are not shown. */
  readonly readSecretFile: (path: string) => string;
}

/** An issue or a warning at one path of a YAML. */
export interface PlaceIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Fields that hold a secret. `secrets` holds a list of them. */
export const secretFields: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  'value',
  'secret',
  'secrets',
  'password',
  'token',
  'clientSecret',
  'privateKey',
]);

/** Fields whose members have the partner's names. Any of their values may be a credential. */
const namedValues: ReadonlySet<PropertyKey> = new Set<PropertyKey>(['headers', 'parameters']);
/** Names of members that are credentials, so that their values must be references. */
const credentialNames = /key|token|secret|auth|pass|pwd|credential|sign/i;
/** Shorter values are no credentials, and hiding them would make every text unreadable. */
const minNamedValue = 4;

/**
 * Resolves `${env:NAME}` and `${file:/path}` in every string of a YAML document. One newline at the end of a file is
 * dropped; an empty variable or file counts as missing.
 *
 * @returns a copy of the content, and an issue for each unresolved reference and each secret written inline; the latter
 *   is only a warning in a file for development (`allowPrivate`). No issue shows a value
 */
export function resolveSecretRefs(
  content: unknown,
  sources: SecretSources,
): { readonly value: unknown; readonly issues: readonly PlaceIssue[]; readonly warnings: readonly PlaceIssue[] } {
  const [issues, warnings]: [PlaceIssue[], PlaceIssue[]] = [[], []];
  // Development files may contain the secrets of sandboxes.
  const inlineAllowed = typeof content === 'object' && content !== null && Reflect.get(content, 'allowPrivate') === true;
  const resolve = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((element, index) => resolve(element, [...path, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part, [...path, name])]));
    }
    if (typeof value !== 'string') return value;
    if (isSecret(path) && !hasSecretRef(value)) {
      const message = 'expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline';
      (inlineAllowed ? warnings : issues).push({ path, message });
    }
    return value.replaceAll(/\$\{([^}]*)\}?/g, (whole, inside: string) => {
      const found = lookUp(whole, inside, sources);
      if ('missing' in found) issues.push({ path, message: found.missing });
      return 'missing' in found ? '' : found.value;
    });
  };
  return { value: resolve(content, []), issues, warnings };
}

/** Returns whether a string contains a reference, so that its resolved value must not be shown. */
export function hasSecretRef(text: string): boolean {
  return /\$\{(env|file):[^}]+\}/.test(text);
}

function isSecret(path: readonly PropertyKey[]): boolean {
  const name = path.findLast((step) => typeof step === 'string');
  if (name === undefined) return false;
  return secretFields.has(name) || (namedValues.has(path.at(-2) ?? '') && credentialNames.test(name));
}

function lookUp(whole: string, inside: string, sources: SecretSources): { value: string } | { missing: string } {
  const [, kind, name = ''] = /^(env|file):(.+)$/.exec(inside) ?? [];
  if (kind === 'env' && whole.endsWith('}')) {
    const value = sources.env[name];
    return value ? { value } : { missing: `environment variable ${name} is not set` };
  }
  if (kind === 'file' && name.startsWith('/') && whole.endsWith('}')) {
    const value = readOrUndefined(name, sources)?.replace(/\r?\n$/, '');
    return value ? { value } : { missing: `file ${name} cannot be read or is empty` };
  }
  return { missing: 'expected ${env:NAME} or ${file:/absolute/path} after the $' };
}

function readOrUndefined(path: string, sources: SecretSources): string | undefined {
  try {
    return sources.readSecretFile(path);
  } catch {
    return undefined;
  }
}

const excerptLength = 1_000;

/** Returns all values of a parsed file, or of a part of it, that must not be shown. */
export function secretsOf(file: object): string[] {
  const found = new Set<string>();
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string' && isSecret) found.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      collect(part, Array.isArray(value) ? isSecret : secretFields.has(name));
      if (!namedValues.has(name)) continue;
      for (const named of Object.values(Object(part))) if (String(named).length >= minNamedValue) found.add(String(named));
    }
  };
  collect(file, false);
  return [...found];
}

/**
 * Replaces secrets in a string, in all spellings in which a server may repeat them: unchanged, without their scheme
 * (`Bearer x`), in Base64, and escaped for JSON, HTML or a URL.
 */
export function redactSecrets(text: string, secrets: Iterable<string>): string {
  const spellings = new Set([...secrets].flatMap((secret) => [secret, secret.slice(secret.indexOf(' ') + 1)]).flatMap(spellingsOf));
  // Longest first: replacing a secret that is part of a longer one would leave the rest of the longer one.
  const longestFirst = [...spellings].filter((spelling) => spelling !== '').sort((left, right) => right.length - left.length);
  return longestFirst.reduce((redacted, spelling) => redacted.replaceAll(spelling, '[redacted]'), text);
}

/** Returns the beginning of a partner's response for the log, at most {@link excerptLength} characters. */
export function excerptOf(body: Buffer, secrets: readonly string[]): string {
  // The longest escape sequence has six characters for one (`&quot;`, `\u0022`).
  const overlap = 6 * Math.max(0, ...secrets.map(({ length }) => length));
  const beginning = body.toString('utf8', 0, excerptLength + overlap);
  const redacted = redactSecrets(beginning, secrets);
  // A secret that is cut in two would not be recognized.
  const isCut = body.length > excerptLength + overlap;
  return redacted.slice(0, isCut ? Math.min(excerptLength, Math.max(0, redacted.length - overlap)) : excerptLength);
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const html = escapedForHtml(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    ...[json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')]),
    html,
    ...[encodeURIComponent(secret), form].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    Buffer.from(secret).toString('base64'),
  ];
}

const minKeyBytes = 24;

/** Returns whether a string is Base64 of enough bytes, with or without the prefix `whsec_`. */
export function isSigningSecret(secret: string): boolean {
  return /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(secret) && signingKeyOf(secret).length >= minKeyBytes;
}

/** Returns the bytes of a secret. One key can be written in more than one way. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** Returns the algorithm with which a private key in PEM signs a JSON Web Token; undefined if it cannot be used. */
export function signingAlgorithmOf(pem: string): string | undefined {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem);
    if (type === 'ec') return curves[details?.namedCurve ?? ''];
    if (type === 'rsa') return (details?.modulusLength ?? 0) < 2_048 ? undefined : 'RS256';
    return type === 'ed25519' ? 'EdDSA' : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a string is a certificate in PEM. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a string for the text and the attributes of an HTML page. */
export function escapedForHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
