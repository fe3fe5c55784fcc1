import type { ShownChange } from '../model/changes.ts';
import { formatValue, type Ui } from './ui.ts';

/** Shows one difference, old to new. Each value is truncated separately, so that both stay visible. */
export function ChangeLine({ ui, change }: { readonly ui: Ui; readonly change: ShownChange }) {
  const topic = change.topic === undefined ? lastStep(change.path) : ui.messages.topics[change.topic];
  const [before, after] = [formatValue(change.before, ui), formatValue(change.after, ui)];
  return (
    <span class="line before-after" title={`${topic}: ${before} → ${after}`}>
      <span class="topic">{topic}</span> <del>{before}</del> <span aria-hidden="true">→</span>
      <span class="hidden"> {ui.messages.change.to} </span> <ins>{after}</ins>
    </span>
  );
}

function lastStep(path: string): string {
  return path.split('.').at(-1) ?? path;
}
