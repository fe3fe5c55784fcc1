import type { ShownChange } from '../model/changes.ts';
import { formatValue, type Ui } from './ui.ts';

/** Shows one difference, old to new. Each value is truncated separately, so that both stay visible. */
export function ChangeLine({ ui, change }: { readonly ui: Ui; readonly change: ShownChange }) {
  const topic = topicOf(ui, change);
  const [before, after] = [formatValue(change.before, ui), formatValue(change.after, ui)];
  return (
    <span class="line before-after" title={`${topic}: ${before} → ${after}`}>
      <span class="topic">{topic}</span> <del>{before}</del> <span aria-hidden="true">→</span>
      <span class="hidden"> {ui.words.change.to} </span> <ins>{after}</ins>
    </span>
  );
}

/** Returns the label of a change: for an attribute without one, its name as words. */
export function topicOf({ words: { topics } }: Pick<Ui, 'words'>, { topic, path }: ShownChange): string {
  if (topic !== undefined) return topics[topic];
  const name = path.split('.').at(-1) ?? path;
  return `${topics.other}: ${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`;
}
