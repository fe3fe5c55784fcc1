import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { listDe } from './list-de.ts';
import { type ListMessages, listEn } from './list-en.ts';

const languages: Readonly<Record<string, Messages>> = { de, en };
const listLanguages: Readonly<Record<string, ListMessages>> = { de: listDe, en: listEn };

/**
 * Returns the texts of the panel in a language, or in English if they are not translated. @param lang BCP 47 tag such
 * as `de-CH`
 */
export function messagesOf(lang: string): Messages {
  return languages[primaryOf(lang)] ?? en;
}

/**
 * Returns the texts of the list in a language, or in English if they are not translated. @param lang BCP 47 tag such as
 * `de-CH`
 */
export function listMessagesOf(lang: string): ListMessages {
  return listLanguages[primaryOf(lang)] ?? listEn;
}

function primaryOf(lang: string): string {
  return lang.split('-')[0]?.toLowerCase() ?? '';
}
