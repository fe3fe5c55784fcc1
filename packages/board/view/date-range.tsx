import { type DateRangeOf, daysOfPreset, presets, rowKinds } from '../model/view-state.ts';
import { ToggleChip } from './chip.tsx';
import type { Ui } from './ui.ts';

const about: readonly DateRangeOf[] = ['arrival', 'lastFree'];

/** Shows the inputs for one range of days, of the arrival or of the last free day. */
export function DateRange({ ui, idPrefix }: { readonly ui: Ui; readonly idPrefix: string }) {
  const { board, state, words } = ui;
  const { dateOf, from, to } = state.view;
  return (
    <fieldset class="dates">
      <legend class="hidden">{words.filters.dates}</legend>
      <Segments
        name={idPrefix}
        choices={about.map((each) => [words.columns[each], dateOf === each, () => board.change({ dateOf: each })])}
      />
      <div class="chosen">
        {presets.map((preset) => {
          const days = daysOfPreset(preset, new Date(ui.now));
          const isSet = days.from === from && days.to === to;
          return (
            <ToggleChip key={preset} isSet={isSet} onClick={() => board.change(isSet ? { from: '', to: '' } : days)}>
              {words.presets[preset]}
            </ToggleChip>
          );
        })}
      </div>
      <div class="pair">
        <label>
          <span>{words.filters.from}</span>
          <input type="date" value={from} max={to} onChange={(event) => board.change({ from: event.currentTarget.value })} />
        </label>
        <label>
          <span>{words.filters.to}</span>
          <input type="date" value={to} min={from} onChange={(event) => board.change({ to: event.currentTarget.value })} />
        </label>
      </div>
    </fieldset>
  );
}

/** Shows what the rows are. */
export function RowKinds({ ui: { board, state, words }, idPrefix }: { readonly ui: Ui; readonly idPrefix: string }) {
  const { label, ...names } = words.rowKinds;
  const { from, to } = state.view;
  // A container is looked for by its last free day.
  const datesOf = (hasContainers: boolean) => (from || to ? {} : { dateOf: hasContainers ? ('lastFree' as const) : ('arrival' as const) });
  return (
    <fieldset class="row-kinds">
      <legend class="hidden">{label}</legend>
      <Segments
        name={idPrefix}
        choices={rowKinds.map((rowKind) => [
          names[rowKind],
          state.view.rowKind === rowKind,
          () => board.change({ rowKind, visit: '', ...datesOf(rowKind === 'containers') }),
        ])}
      />
    </fieldset>
  );
}

interface SegmentsProps {
  readonly name: string;
  readonly choices: readonly (readonly [text: string, isChosen: boolean, choose: () => void])[];
}

function Segments({ name, choices }: SegmentsProps) {
  return (
    <div class="segments">
      {choices.map(([text, isChosen, choose]) => (
        <label key={text}>
          <input type="radio" name={name} checked={isChosen} onChange={choose} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
