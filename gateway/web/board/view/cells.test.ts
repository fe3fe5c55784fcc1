import type { VNode } from 'preact';
import { describe, expect, it } from 'vitest';
import { en } from '../messages/en.ts';
import type { Joined } from '../model/joined.ts';
import type { Row } from '../model/rows.ts';
import { PortCallCell, ScheduleCell } from './cells.tsx';
import type { Ui } from './ui.ts';

const ui = { messages: en, times: { lang: 'en', zone: 'port' }, now: 0 } as unknown as Ui;
const row = { arrivalDay: '2026-12-01', arrivalClassifier: 'EST' } as Row;

function joinedOf(scheduled: string, atPort: string): Joined {
  const shared = { outcome: 'UNIQUE', confidence: 'EXACT', sources: [] } as const;
  const time = {
    partnerName: 'Port',
    service: 'BERTH',
    event: 'ARRI',
    classifier: 'PLN',
    state: 'CURRENT',
    receivedAt: '2026-11-01T00:00:00Z',
  } as const;
  return {
    schedule: {
      ...shared,
      reasons: [],
      candidates: 1,
      arrivals: [{ partnerName: 'ACME', classifier: 'EST', dateTime: scheduled, retrievedAt: undefined }],
    },
    portCall: { ...shared, time: { ...time, dateTime: atPort }, isOmitted: false },
    portOffset: '+08:00',
  };
}

/** How the chip of a cell looks, and what it says beside its label. */
function chipOf(cell: VNode): { tone: string; children: string; detail?: string } {
  const [chip] = (cell.props as { children: VNode[] }).children;
  const { type, props } = chip as VNode & { type: (props: object) => VNode };
  return (type(props) as unknown as { props: { tone: string; children: string; detail?: string } }).props;
}

describe('a tick', () => {
  it.each([
    ['2026-12-03T08:00:00+08:00', '2026-12-06T08:00:00+08:00', 'good', 'good'],
    ['2026-12-05T08:00:00+08:00', '2026-12-05T08:00:00+08:00', 'bad', 'good'],
    ['2026-12-02T08:00:00+08:00', '2026-12-09T08:00:00+08:00', 'good', 'bad'],
    ['2026-11-20T08:00:00+08:00', '2026-12-01T08:00:00+08:00', 'bad', 'bad'],
  ])('agrees with a schedule of %s and a port call of %s only within their windows: %s, %s', (scheduled, atPort, schedule, portCall) => {
    const joined = joinedOf(scheduled, atPort);
    expect(chipOf(ScheduleCell({ ui, row, joined, isAwaited: false })).tone).toBe(schedule);
    expect(chipOf(PortCallCell({ ui, row, joined, isAwaited: false })).tone).toBe(portCall);
  });

  it('without a match shows the difference in days first, which fits the narrowest cell', () => {
    const joined = joinedOf('2026-12-05T08:00:00+08:00', '2026-12-20T08:00:00+08:00');
    const chips = [ScheduleCell, PortCallCell].map((Cell) => chipOf(Cell({ ui, row, joined, isAwaited: false })));
    expect(chips).toMatchObject([
      { children: '4 days apart', detail: 'Call found' },
      { children: '19 days apart', detail: 'Visit found' },
    ]);
    const far = { ...joined, schedule: { ...joined.schedule, outcome: 'CONFLICTING', reasons: ['OUTSIDE_WINDOW'] } } as Joined;
    expect(chipOf(ScheduleCell({ ui, row, joined: far, isAwaited: false }))).toMatchObject({
      children: '4 days apart',
      detail: 'Contradicted',
    });
    const other = { ...far, schedule: { ...far.schedule, reasons: ['SHIP_UNASSIGNED'] } } as Joined;
    expect(chipOf(ScheduleCell({ ui, row, joined: other, isAwaited: false }))).toMatchObject({
      children: 'No ship assigned yet',
      detail: '4 days apart',
    });
  });
});
