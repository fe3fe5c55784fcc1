import { alertKinds, emptyFilters, orderOf, orders, releaseAnswers, states, type ViewState } from '../model/view-state.ts';
import { ToggleChip } from './chip.tsx';
import { DateRange, RowKinds } from './date-range.tsx';
import { PortPicker } from './port-picker.tsx';
import { formatTotal, type Ui } from './ui.ts';

/** Shows all filters and the order: a dialog in wide boards, a sheet in narrow ones. */
export function FilterPanel({ ui, idPrefix, onClose }: { readonly ui: Ui; readonly idPrefix: string; readonly onClose: () => void }) {
  const { board, state, words } = ui;
  const { view, tab, total, facets } = state;
  const { filters } = words;
  const onText = (name: 'party' | 'carrier') => (event: Event) =>
    board.change({ [name]: (event.currentTarget as HTMLInputElement).value.trim() });
  return (
    <div class="filter-panel">
      <div class="narrow">
        <RowKinds ui={ui} idPrefix={`${idPrefix}-rows`} />
        <PortPicker ui={ui} idPrefix={`${idPrefix}-port`} isCompact />
        <DateRange ui={ui} idPrefix={`${idPrefix}-dates`} />
      </div>
      <label>
        <span>{filters.sort}</span>
        <select
          value={orderOf({ ...view, tab })}
          onChange={(event) => board.change({ order: orders.find((order) => order === event.currentTarget.value) })}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {words.orders[order]}
            </option>
          ))}
        </select>
      </label>
      <Choices ui={ui} name="alertKinds" label={filters.alert} values={alertKinds} text={(kind) => words.alertKinds[kind]} />
      <Choices ui={ui} name="released" label={words.columns.release} values={releaseAnswers} text={(answer) => words.released[answer]} />
      <Choices ui={ui} name="states" label={words.columns.state} values={states} text={(each) => words.states[each]} />
      {facets.partners.size > 0 && (
        <Choices
          ui={ui}
          name="partners"
          label={words.columns.partner}
          values={[...facets.partners.keys()]}
          text={(id) => facets.partners.get(id) ?? id}
        />
      )}
      <div class="pair">
        <label>
          <span>{filters.party}</span>
          <input value={view.party} onChange={onText('party')} spellcheck={false} />
        </label>
        <label>
          <span>{filters.carrier}</span>
          <input list={`${idPrefix}-carriers`} value={view.carrier} onChange={onText('carrier')} spellcheck={false} />
          <datalist id={`${idPrefix}-carriers`}>
            {[...facets.carriers].sort().map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
        </label>
      </div>
      <label class="check">
        <input type="checkbox" checked={view.hasClosed} onChange={(event) => board.change({ hasClosed: event.currentTarget.checked })} />
        <span>{filters.closed}</span>
      </label>
      <div class="foot">
        <button type="button" class="quiet" onClick={() => board.change(emptyFilters)}>
          {filters.reset}
        </button>
        <button type="button" class="primary" onClick={onClose}>
          {filters.show(formatTotal(ui, total))}
        </button>
      </div>
    </div>
  );
}

type Listed = 'alertKinds' | 'released' | 'states' | 'partners';

interface ChoicesProps<Name extends Listed> {
  readonly ui: Ui;
  readonly name: Name;
  readonly label: string;
  readonly values: readonly ViewState[Name][number][];
  readonly text: (value: ViewState[Name][number]) => string;
}

/** Shows values of which several can be chosen. */
function Choices<Name extends Listed>({ ui, name, label, values, text }: ChoicesProps<Name>) {
  const chosen: readonly string[] = ui.state.view[name];
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="chosen">
        {values.map((value) => {
          const isSet = chosen.includes(value);
          const others = isSet ? chosen.filter((each) => each !== value) : [...chosen, value];
          return (
            <ToggleChip key={value} isSet={isSet} onClick={() => ui.board.change({ [name]: others })}>
              {text(value)}
            </ToggleChip>
          );
        })}
      </div>
    </fieldset>
  );
}
