import { de } from './de.ts';
import { en, type Messages } from './en.ts';

const languages: Readonly<Record<string, Messages>> = { de, en };

/** The board's words in a language, English where it has none. @param lang BCP 47 tag such as `de-CH` */
export function messagesOf(lang: string): Messages {
  return languages[lang.split('-')[0]?.toLowerCase() ?? ''] ?? en;
}
