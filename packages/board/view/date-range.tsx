import { type DateRangeOf, daysOfPreset, type Preset } from '../model/view-state.ts';
import { ToggleChip } from './chip.tsx';
import type { Ui } from './ui.ts';

const presets: readonly Preset[] = ['today', 'tomorrow', 'next7', 'next14'];
const about: readonly DateRangeOf[] = ['arrival', 'lastFree'];

/** Shows the inputs for one range of days, of the arrival or of the last free day. */
export function DateRange({ ui, idPrefix }: { readonly ui: Ui; readonly idPrefix: string }) {
  const { board, state, words } = ui;
  const { dateOf, from, to } = state.view;
  return (
    <fieldset class="dates">
      <legend class="hidden">{words.filters.dates}</legend>
      <div class="segments">
        {about.map((each) => (
          <label key={each}>
            <input type="radio" name={idPrefix} checked={dateOf === each} onChange={() => board.change({ dateOf: each })} />
            <span>{words.dateOf[each]}</span>
          </label>
        ))}
      </div>
      <div class="chosen">
        {presets.map((preset) => {
          const days = daysOfPreset(preset, new Date(ui.now));
          const isSet = days[0] === from && days[1] === to;
          return (
            <ToggleChip
              key={preset}
              isSet={isSet}
              onClick={() => board.change(isSet ? { from: '', to: '' } : { from: days[0], to: days[1] })}
            >
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
