import { basicCredential } from '../../partners/outbound-auth/basic-credential.ts';
import type { Partner } from '../../partners/partner.ts';
import { redactSecrets, secretsOf } from '../../partners/redaction.ts';

/** Prepares strings of a partner for display: removes our credentials and control characters. */
export interface Cleaner {
  /** Replaces secrets in a body. Must run before the body is cut, because a cut could leave a part of a secret. */
  readonly cleanBody: (body: Buffer) => Buffer;
  readonly cleanText: (text: string) => string;
}

/** Creates the cleaner of one partner, whose responses may repeat our credentials. */
export function createCleaner(partner: Partner): Cleaner {
  const { basic } = partner.outbound ?? {};
  const secrets = [...secretsOf(partner), ...(basic === undefined ? [] : [basicCredential(basic.username, basic.password)])];
  // The cleaner does not know fetched tokens; only the sign-in does.
  const redacted = (text: string) => redactSecrets(text, secrets).replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]');
  return {
    cleanBody: (body) => {
      const text = body.toString('utf8');
      const safe = redacted(text);
      return safe === text ? body : Buffer.from(safe);
    },
    cleanText: (text) => redacted(text).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '),
  };
}

/** Maximum length of a partner's string that is shown, in UTF-16 units. */
const maxShown = 300;

/**
 * Returns the message of an error body, in the shape of the standards or another common shape; otherwise the beginning
 * of the body.
 */
export function messageOf(body: unknown, text: string): string | undefined {
  const messages = isRecord(body) ? messagesOf(body) : [];
  const reason = messages.length > 0 ? messages.join(' ') : body === undefined ? textOfHtml(text) : JSON.stringify(body);
  const plain = reason.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? undefined : shortened(plain, maxShown);
}

/** Shortens a string to this number of UTF-16 units. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 3).toWellFormed()}...`;
}

function textOfHtml(text: string): string {
  return text.replaceAll(/<(title|script|style)\b[^>]*>.*?<\/\1>/gis, ' ').replaceAll(/<[^>]*>/g, ' ');
}

function messagesOf(body: Readonly<Record<string, unknown>>): string[] {
  const lists = [body['feedbackElements'], body['errors']].filter((list) => Array.isArray(list));
  const elements: unknown[] = [...lists.flat(), body];
  return elements.flatMap((element) => {
    if (!isRecord(element)) return [];
    const { errorCodeMessage, message, statusCodeMessage, detail, title } = element;
    const text = errorCodeMessage ?? message ?? statusCodeMessage ?? detail ?? title;
    return typeof text === 'string' ? [text] : [];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
