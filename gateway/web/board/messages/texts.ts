import { de } from './de.ts';
import { en, type Texts } from './en.ts';

const languages: Readonly<Record<string, Texts>> = { de, en };

/** The board's words in a language, English where it has none. @param lang BCP 47 tag such as `de-CH` */
export function textsOf(lang: string): Texts {
  return languages[lang.split('-')[0]?.toLowerCase() ?? ''] ?? en;
}
