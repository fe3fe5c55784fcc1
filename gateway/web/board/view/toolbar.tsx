import { isNarrowed, noChoice } from '../model/filters.ts';
import type { Row } from '../model/rows.ts';
import { isSortedHere, type Sorting, sortings } from '../model/sorting.ts';
import { viewerZone } from '../model/times.ts';
import { formatCount, type Ui } from './ui.ts';

export interface ToolbarProps {
  readonly ui: Ui;
  /** The partners of the filter. */
  readonly partners: readonly Row['partner'][];
  /** Distinguishes the elements of several boards on one page. */
  readonly idPrefix: string;
  readonly onZone: (zone: 'viewer' | 'port') => void;
}

/** Filters and order of the list, and the number of rows. */
export function Toolbar({ ui, partners, idPrefix, onZone }: ToolbarProps) {
  const { board, state, messages, times } = ui;
  const { choice, rows } = state;
  const words = messages.filters;
  const onText = (name: 'port' | 'vessel' | 'arrivalFrom' | 'arrivalTo' | 'partner') => (event: Event) =>
    board.choose({ [name]: (event.currentTarget as HTMLInputElement).value.trim() });
  const ports = namesOf(rows.map(({ UNLocationCode }) => UNLocationCode));
  const vessels = namesOf(rows.map(({ leg }) => leg?.vesselName));
  return (
    <fieldset class="filters" part="filters">
      <legend class="hidden">{words.label}</legend>
      <label>
        <span>{words.partner}</span>
        <select value={choice.partner} onChange={onText('partner')}>
          <option value="">{words.anyPartner}</option>
          {partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.port}</span>
        <input
          class="short"
          list={`${idPrefix}-ports`}
          value={choice.port}
          onChange={onText('port')}
          maxLength={5}
          autocapitalize="characters"
          spellcheck={false}
        />
      </label>
      <datalist id={`${idPrefix}-ports`}>
        {ports.map((port) => (
          <option key={port} value={port} />
        ))}
      </datalist>
      <label>
        <span>{words.vessel}</span>
        <input list={`${idPrefix}-vessels`} value={choice.vessel} onChange={onText('vessel')} spellcheck={false} />
      </label>
      <datalist id={`${idPrefix}-vessels`}>
        {vessels.map((vessel) => (
          <option key={vessel} value={vessel} />
        ))}
      </datalist>
      <label>
        <span>{words.arrivalFrom}</span>
        <input type="date" value={choice.arrivalFrom} onChange={onText('arrivalFrom')} />
      </label>
      <label>
        <span>{words.arrivalTo}</span>
        <input type="date" value={choice.arrivalTo} onChange={onText('arrivalTo')} />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={choice.isChangedToday}
          onChange={(event) => board.choose({ isChangedToday: event.currentTarget.checked })}
        />
        <span>{words.changedToday}</span>
      </label>
      <label class="push">
        <span>{words.sort}</span>
        <select value={state.sorting} onChange={(event) => board.sort(event.currentTarget.value as Sorting)}>
          {sortings.map((sorting) => (
            <option key={sorting} value={sorting}>
              {messages.sortings[sorting]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.zone}</span>
        <select value={times.zone} onChange={(event) => onZone(event.currentTarget.value === 'port' ? 'port' : 'viewer')}>
          <option value="viewer">{words.viewerZone(viewerZone(times.lang))}</option>
          <option value="port">{words.portZone}</option>
        </select>
      </label>
      {(isNarrowed(choice) || choice.text !== '') && (
        <button type="button" class="quiet" onClick={() => board.choose(noChoice)}>
          {words.reset}
        </button>
      )}
    </fieldset>
  );
}

/** Shows what the list covers: local sorting and text search do not see rows that were not read. */
export function Coverage({ ui }: { readonly ui: Ui }) {
  const { board, state, messages, times } = ui;
  const { hasMore, isLoadingMore, loadedCount, choice, sorting, rows } = state;
  const count = formatCount(loadedCount, times.lang);
  const isPartial = hasMore && (isSortedHere(sorting) || choice.text !== '');
  return (
    <div class="coverage" part="coverage">
      <span>
        {messages.shown(formatCount(rows.length, times.lang), rows.length === 1)} · {messages.loaded(count, hasMore)}
      </span>
      {isPartial && <span>{isSortedHere(sorting) ? messages.sortedHere(count) : messages.searchedHere(count)}</span>}
      {hasMore && (
        <button type="button" class="quiet" aria-disabled={isLoadingMore} onClick={() => void board.loadMore()}>
          {isLoadingMore ? messages.loadingMore : messages.loadMore}
        </button>
      )}
    </div>
  );
}

const maxNames = 200;

function namesOf(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))].sort().slice(0, maxNames);
}
