import { listMessages } from './list-messages.ts';
import { panelMessages } from './panel-messages.ts';
import type { Translate } from './translate.ts';

/** The texts of the board. */
export type Messages = ReturnType<typeof messagesOf>;

/** Returns the texts in German or English. @param lang BCP 47 tag such as `de-CH` */
export function messagesOf(lang: string) {
  const t: Translate = /^de\b/i.test(lang) ? (_, german) => german : (english) => english;
  return { ...listMessages(t), ...panelMessages(t) };
}
