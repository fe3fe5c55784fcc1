import { basicCredential } from '../../partners/outbound-auth/basic-credential.ts';
import type { Partner } from '../../partners/partner.ts';
import { redactSecrets, secretsOf } from '../../partners/redaction.ts';

/** Makes what a partner says fit to be shown: nothing that signs us in, nothing that steers a terminal. */
export interface Cleaner {
  /** Replaces secrets in a body. To be done before anything is cut, which might leave a part of one. */
  readonly cleanBody: (body: Buffer) => Buffer;
  readonly cleanText: (text: string) => string;
}

/** Makes it for one partner, whose answers may repeat what we sent. */
export function createCleaner(partner: Partner): Cleaner {
  const { basic } = partner.outbound ?? {};
  const secrets = [...secretsOf(partner), ...(basic === undefined ? [] : [basicCredential(basic.username, basic.password)])];
  // A token that was fetched is known to the sign-in only.
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

/** Longest text of a partner that is shown, in UTF-16 units. */
const maxShown = 300;

/**
 * What the body of an error says to people: the messages of the standards' error bodies, or of those that are usual
 * elsewhere; else the beginning of the text.
 */
export function messageOf(body: unknown, text: string): string | undefined {
  const messages = isRecord(body) ? messagesOf(body) : [];
  const said = messages.length > 0 ? messages.join(' ') : body === undefined ? textOfHtml(text) : JSON.stringify(body);
  const plain = said.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? undefined : shortened(plain, maxShown);
}

/** A text of at most so many UTF-16 units. */
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
    const said = errorCodeMessage ?? message ?? statusCodeMessage ?? detail ?? title;
    return typeof said === 'string' ? [said] : [];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
