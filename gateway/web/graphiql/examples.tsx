import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';

/** A document of `schema/operations`. */
export interface Example {
  /** Name of the file without its extension. */
  readonly name: string;
  /** Begins with a comment that explains its purpose. */
  readonly text: string;
}

/** Creates the pane of examples. An example opens in a new tab, with the headers of the current one. */
export function createExamplesPlugin(examples: readonly Example[]): GraphiQLPlugin {
  function Examples() {
    const { addTab } = useGraphiQLActions();
    const { queryEditor, headerEditor } = useGraphiQL((state) => state);
    const open = (text: string) => {
      const headers = headerEditor?.getValue() ?? '';
      addTab();
      queryEditor?.setValue(text);
      headerEditor?.setValue(headers);
    };
    return (
      <section aria-label="Examples" className="landfall-examples">
        <h2>Examples</h2>
        <ul>
          {examples.map(({ name, text }) => (
            <li key={name}>
              <button type="button" onClick={() => open(text)}>
                {name.replaceAll('-', ' ')}
              </button>
              <p>{purposeOf(text)}</p>
            </li>
          ))}
        </ul>
      </section>
    );
  }
  return { title: 'Examples', icon: ExamplesIcon, content: Examples };
}

/** Returns the comment at the start of a document. */
function purposeOf(text: string): string {
  return /^# *(.*)/.exec(text)?.[1] ?? '';
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" height="1em" aria-hidden="true">
      <path d="M4 6h16M4 12h16M4 18h10" strokeLinecap="round" />
    </svg>
  );
}
