import { useState } from 'preact/hooks';
import { columns } from '../model/columns.ts';
import { csvOf } from './csv-rows.ts';
import { Popover } from './popover.tsx';
import { formatCount, type Ui } from './ui.ts';

/** The arrival is always shown. */
const optionalColumns = columns.filter((column) => column !== 'arrival');

/** Shows commands that are rarely needed: columns, export, link, print. */
export function MoreMenu({ ui }: { readonly ui: Ui }) {
  const { board, state, words } = ui;
  const [report, setReport] = useState('');
  const shown = state.view.columns ?? columns;
  const onExport = async (): Promise<void> => {
    setReport(words.exporting(0));
    try {
      const { arrivals, isCut } = await board.readAll((count) => setReport(words.exporting(count)));
      download(csvOf(ui, arrivals));
      setReport(isCut ? words.exportCut(formatCount(arrivals.length, ui.times.lang)) : '');
    } catch (error) {
      setReport(words.exportFailed(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <Popover label={words.more} title={words.more} icon="more" class="menu">
      {(close) => (
        <>
          <button type="button" onClick={() => void onExport()}>
            {words.export}
          </button>
          <button type="button" onClick={() => void navigator.clipboard?.writeText(location.href).then(() => setReport(words.copied))}>
            {words.copyLink}
          </button>
          <button
            type="button"
            onClick={() => {
              close();
              print();
            }}
          >
            {words.print}
          </button>
          <p class="report" role="status">
            {report}
          </p>
          <fieldset class="chooser">
            <legend>{words.filters.shownColumns}</legend>
            {optionalColumns.map((column) => (
              <label key={column} class="check">
                <input
                  type="checkbox"
                  checked={shown.includes(column)}
                  onChange={(event) => {
                    const next = columns.filter((each) => (each === column ? event.currentTarget.checked : shown.includes(each)));
                    board.change({ columns: next.length === columns.length ? undefined : next });
                  }}
                />
                <span>{words.columns[column]}</span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </Popover>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `arrivals-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
