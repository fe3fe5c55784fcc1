import { baseStyles } from './base.ts';
import { listStyles } from './list-styles.ts';
import { panelStyles } from './panel-styles.ts';

let sheet: CSSStyleSheet | undefined;

/**
 * Returns the stylesheet of all boards on a page. It is a constructed stylesheet, because pages may forbid inline
 * styles.
 */
export function boardStyles(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([baseStyles, listStyles, panelStyles].join('\n'));
  }
  return sheet;
}
