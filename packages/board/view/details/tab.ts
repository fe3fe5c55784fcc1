import type { BoardNoticeQuery } from '../../../client/generated/operations.ts';
import type { Arrival } from '../../model/arrival-row.ts';
import type { Ui } from '../ui.ts';

/** A notice with everything that its panel shows. */
export type OpenedNotice = NonNullable<BoardNoticeQuery['arrivalNotice']>;

/** An open or closed alert of the arrival. */
export type NoticeAlert = NonNullable<BoardNoticeQuery['arrivalAlerts']>['nodes'][number];

/** The properties that all tabs of an opened arrival share. */
export interface TabProps {
  readonly ui: Ui;
  readonly arrival: Arrival;
  readonly notice: OpenedNotice;
  readonly alerts: readonly NoticeAlert[];
}
