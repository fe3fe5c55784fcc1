import { parseJsonBody } from '../json/json-slices.ts';
import { isObject } from '../wire/shape-check.ts';
import type { SendResponse } from './send.ts';

/** Maximum size of an error body whose message is shown. */
const maxBodyBytes = 65_536;

/** Maximum length of a partner's string that is shown, in UTF-16 units. */
const maxShown = 300;

/**
 * Returns the message of an error body, in the shape of the standards or another common shape; otherwise the beginning
 * of the body.
 */
export function messageOf(body: unknown, text: string): string | undefined {
  const messages = isObject(body) ? messagesOf(body) : [];
  const reason = messages.length > 0 ? messages.join(' ') : body === undefined ? textOfHtml(text) : JSON.stringify(body);
  const plain = reason.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? undefined : shortened(plain, maxShown);
}

/**
 * Returns the reason in the body of a refusal, to be shown: without our credentials, tokens and control characters, and
 * shortened. A credential is removed before the string is cut, because a part of it would not be recognized.
 */
export function reasonOf({ body, redact }: Pick<SendResponse, 'body' | 'redact'>): string | undefined {
  if (body.length > maxBodyBytes) return undefined;
  // A partner may also repeat a credential of someone else.
  const text = redact(body.toString('utf8')).replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]');
  const message = messageOf(parseJsonBody(Buffer.from(text)), text);
  return message === undefined ? undefined : withoutControls(message);
}

/** Replaces characters that control a terminal or the direction of text. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
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
    if (!isObject(element)) return [];
    const { errorCodeMessage, message, statusCodeMessage, detail, title } = element;
    const text = errorCodeMessage ?? message ?? statusCodeMessage ?? detail ?? title;
    return typeof text === 'string' ? [text] : [];
  });
}
