import type { OpenedNotice } from '../../board-state.ts';
import type { Row } from '../../model/rows.ts';
import type { Ui } from '../ui.ts';

/** The properties that all tabs of an opened notice share. */
export interface TabProps {
  readonly ui: Ui;
  readonly row: Row;
  readonly notice: OpenedNotice;
}
