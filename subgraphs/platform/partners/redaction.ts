import { secretFields } from './secret-refs.ts';

const excerptLength = 1_000;

/** Returns all values of a parsed file, or of a part of it, that must not be shown. */
export function secretsOf(file: object): string[] {
  const found = new Set<string>();
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string' && isSecret) found.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) collect(part, Array.isArray(value) ? isSecret : secretFields.has(name));
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
  const html = secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    ...[json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')]),
    html,
    ...[encodeURIComponent(secret), form].flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())]),
    Buffer.from(secret).toString('base64'),
  ];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
