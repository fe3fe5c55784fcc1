import { Component } from 'preact';
import { type Column, columns, usualColumns } from '../model/columns.ts';
import { nameOf, widthsOf } from '../model/own-parts.ts';
import { referenceKinds } from '../model/view-state.ts';
import { CopyButton } from './copy-button.tsx';
import { csvOf } from './csv-rows.ts';
import { headingOf } from './list-head.tsx';
import { Popover } from './popover.tsx';
import { formatCount, type Ui } from './ui.ts';

/** Shows commands that are rarely needed: columns, export, link, print. */
export class MoreMenu extends Component<{ readonly ui: Ui }, { readonly report?: string }> {
  override render({ ui }: { readonly ui: Ui }, { report }: MoreMenu['state']) {
    const { board, state, words } = ui;
    const setReport = (text: string) => this.setState({ report: text });
    const all: readonly Column[] = [...columns, ...ui.own.columns.map(nameOf)];
    const usual = usualColumns(widthsOf(ui.own.columns));
    const shown = state.view.columns ?? usual;
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
      <Popover label={words.more} icon="more" class="menu">
        {(close) => (
          <>
            <button type="button" onClick={() => void onExport()}>
              {words.export}
            </button>
            <CopyButton label={words.copyLink} copied={words.copied} textOf={() => location.href} />
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
            <fieldset class="chooser" hidden={state.view.rowKind === 'ships'}>
              <legend>{words.filters.shownColumns}</legend>
              {/* The arrival is always shown. */}
              {all.slice(1).map((column) => (
                <label key={column} class="check">
                  <input
                    type="checkbox"
                    checked={shown.includes(column)}
                    onChange={(event) => {
                      const next = all.filter((each) => (each === column ? event.currentTarget.checked : shown.includes(each)));
                      board.change({ columns: next.join() === usual.slice(1).join() ? undefined : next });
                    }}
                  />
                  <span>{column === 'reference' ? words.columns.reference : headingOf(ui, column)}</span>
                  {column === 'reference' && (
                    <select
                      aria-label={words.columns.reference}
                      value={state.view.reference}
                      onChange={(event) =>
                        board.change({ reference: referenceKinds[event.currentTarget.selectedIndex] ?? 'purchaseOrder' })
                      }
                    >
                      {referenceKinds.map((kind) => (
                        <option key={kind} value={kind}>
                          {words.fields[kind]}
                        </option>
                      ))}
                    </select>
                  )}
                </label>
              ))}
            </fieldset>
          </>
        )}
      </Popover>
    );
  }
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `arrivals-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
