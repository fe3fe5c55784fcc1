import type { OpenedNotice } from '../../board-state.ts';
import type { Row } from '../../model/rows.ts';
import type { Ui } from '../ui.ts';

/** What every tab of an opened notice is given. */
export interface TabProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly notice: OpenedNotice;
}
