import type { ArrivalFilter } from '../../client/generated/operations.ts';
import { formatShortDay } from '../model/times.ts';
import { allShips, emptyFilters, filterCount, type ViewState } from '../model/view-state.ts';
import { Icon } from './icons.tsx';
import { formatTotal, type Ui } from './ui.ts';

/**
 * Shows what narrows the list: the page's filter, the viewer's filters, each with a button for removing it, and where
 * the search looked.
 */
export function ActiveFilters({ ui, hostFilter }: { readonly ui: Ui; readonly hostFilter: ArrivalFilter }) {
  const { board, state, words } = ui;
  const { view, tab, total } = state;
  // Every board shows open arrivals by default.
  const host = Object.entries(hostFilter).filter(([name, value]) => value != null && !(name === 'isOpen' && value === true));
  const text = view.text.trim();
  if (host.length === 0 && filterCount(view) === 0 && text === '') return null;
  return (
    <div class="active" part="active-filters">
      {host.map(([name, value]) => (
        <span key={name} class="chip host" title={words.filters.host}>
          <Icon name="lock" />
          <span class="hidden">{words.filters.host}: </span>
          {hostText(ui, name, value)}
        </span>
      ))}
      {chipsOf(ui).map(({ label, without }) => (
        <button key={label} type="button" class="chip set" aria-label={words.filters.remove(label)} onClick={() => board.change(without)}>
          {label} <Icon name="close" />
        </button>
      ))}
      {filterCount(view) > 1 && (
        <button type="button" class="quiet" onClick={() => board.change(emptyFilters)}>
          {words.filters.reset}
        </button>
      )}
      {text !== '' && total !== undefined && (
        <span class="looked" role="status" title={words.search.looked}>
          {words.search.found(formatTotal(ui, total), text, words.tabs[tab])} <span class="muted wide">{words.search.looked}</span>
        </span>
      )}
      {text !== '' && (tab !== 'all' || !view.hasClosed) && (
        <button
          type="button"
          class="quiet"
          onClick={() => board.change({ ...(tab !== 'all' && emptyFilters), text: view.text, tab: 'all', hasClosed: true })}
        >
          {tab === 'all' ? words.search.closedToo : words.search.everywhere}
        </button>
      )}
    </div>
  );
}

function chipsOf({ state, words, times }: Ui): { readonly label: string; readonly without: Partial<ViewState> }[] {
  const { view, facets } = state;
  const { ports, partners, states, released, alertKinds, carrier, party, visit, from, to, dateOf, hasClosed } = view;
  const day = (text: string) => (text === '' ? '…' : formatShortDay(text, times.lang));
  return [
    ...(visit === '' ? [] : [{ label: `${words.columns.vessel}: ${state.rows[0]?.arrival.vesselName ?? '…'}`, without: allShips }]),
    ...ports.map((port) => ({ label: facets.ports.get(port) ?? port, without: { ports: ports.filter((each) => each !== port) } })),
    ...(from || to ? [{ label: `${words.columns[dateOf]} ${day(from)} – ${day(to)}`, without: { from: '', to: '' } }] : []),
    ...alertKinds.map((kind) => ({ label: words.alertKinds[kind], without: { alertKinds: alertKinds.filter((each) => each !== kind) } })),
    ...released.map((answer) => ({ label: words.released[answer], without: { released: released.filter((each) => each !== answer) } })),
    ...states.map((each) => ({ label: words.states[each], without: { states: states.filter((other) => other !== each) } })),
    ...partners.map((id) => ({ label: facets.partners.get(id) ?? id, without: { partners: partners.filter((each) => each !== id) } })),
    ...(party === '' ? [] : [{ label: `${words.filters.party}: ${party}`, without: { party: '' } }]),
    ...(carrier === '' ? [] : [{ label: carrier, without: { carrier: '' } }]),
    ...(hasClosed ? [{ label: words.filters.closed, without: { hasClosed: false } }] : []),
  ];
}

/** Describes a field of the page's filter, by a text of the board if there is one. */
function hostText({ words, state }: Ui, name: string, value: unknown): string {
  const texts: Readonly<Record<string, string>> = name === 'isReleased' ? words.released : { ...words.states, ...words.alertKinds };
  const shown = (Array.isArray(value) ? value : [value]).map((each) => {
    const text = String(each);
    return state.facets.ports.get(text) ?? state.facets.partners.get(text) ?? texts[text] ?? text;
  });
  if ((name === 'isUrgent' || name === 'needsAttention') && value === true) return words.tabs.attention;
  return typeof value === 'object' || typeof value === 'string' ? shown.join(', ') : `${name}: ${value}`;
}
