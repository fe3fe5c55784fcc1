import type { ArrivalRow, OwnAction, OwnColumn } from '../host-parts.ts';
import type { Row } from './arrival-row.ts';
import type { OwnName, OwnWidths } from './columns.ts';

/** What the embedding page adds to the board. */
export interface HostParts {
  readonly columns: readonly OwnColumn[];
  readonly actions: readonly OwnAction[];
}

/** Width of a column that names none. */
const usualWidth = 110;

export const nameOf = ({ id }: OwnColumn): OwnName => `own-${id}`;

export function widthsOf(columns: readonly OwnColumn[]): OwnWidths {
  return Object.fromEntries(columns.map((column) => [nameOf(column), column.width ?? usualWidth]));
}

export function actionsIn({ actions }: HostParts, place: 'row' | 'panel' | 'selection'): readonly OwnAction[] {
  return actions.filter((action) => action.in?.includes(place) ?? true);
}

const known = new WeakMap<Row, ArrivalRow>();

/** Returns the same object for the same row, so that a page can compare. */
export function rowForHost(row: Row): ArrivalRow {
  const { arrival, arrivals, notices, alerts } = row;
  const shown = known.get(row) ?? {
    key: row.id,
    documentKey: arrival.documentKey,
    ids: [...new Set([arrival.id, ...notices.map(({ id }) => id)])],
    partner: arrival.partner.id,
    transportDocumentReference: arrival.transportDocumentReference,
    equipmentReferences: [...new Set(arrivals.flatMap(({ equipmentReferences }) => equipmentReferences))],
    vesselName: arrival.vesselName,
    UNLocationCode: arrival.port?.UNLocationCode ?? null,
    arrivalDate: arrival.bestTime?.localDate ?? null,
    lastFreeDate: arrival.lastFree?.localDate ?? null,
    state: arrival.state,
    alertKinds: alerts.map(({ kind }) => kind),
  };
  known.set(row, shown);
  return shown;
}
