import { ArrivalCell } from './arrival-cell.tsx';
import { AlertCell, type CellProps, DaysLeft, portOf } from './row-cells.tsx';

/** Shows a row of a narrow list: the time, what changed, the place, and the document. */
export function Card(props: CellProps) {
  const { ui, row } = props;
  const { arrival } = row;
  return (
    <>
      <span class="arrival">
        <ArrivalCell ui={ui} arrival={arrival} />
      </span>
      <span class="line alert">
        <AlertCell {...props} />
      </span>
      <span class="line">{[arrival.vesselName, portOf(arrival)].filter(Boolean).join(' · ')}</span>
      <span class="line muted">
        <span class="reference" part="reference">
          {arrival.transportDocumentReference}
        </span>
        {arrival.lastFree !== null && ' · '}
        <DaysLeft ui={ui} arrival={arrival} isAlone />
      </span>
    </>
  );
}
