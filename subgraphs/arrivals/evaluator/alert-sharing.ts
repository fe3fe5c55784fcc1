import { hash } from 'node:crypto';
import type { ViewState } from '../arrival-state.ts';
import { viewIdLength } from '../tenant-views.ts';

/** Views that show the same of an arrival, and therefore share the entries of its alerts. */
export interface AlertSharing {
  /** The name under which the alerts are stored. It follows from the id of a view that was the first one of them. */
  readonly name: string;
  readonly ids: readonly string[];
  /** Whether other views shared the alerts until now, so that the last entries of open alerts are about these, too. */
  readonly hasParted: boolean;
}

/**
 * Returns which views of an arrival share alerts after an evaluation. Views that have become different part: the first part keeps
 * the name, each other part gets a new one. Views that were different never share alerts again, and a view that was not evaluated
 * shares them with no other.
 *
 * @param views after the evaluation; those that were evaluated together are one object
 * @param of.names under which the alerts of each view were stored before, except for new views
 */
export function alertSharingOf(
  views: Readonly<Record<string, ViewState>>,
  of: { readonly names: ReadonlyMap<string, string>; readonly isEvaluated: (id: string) => boolean },
): AlertSharing[] {
  const { names, isEvaluated } = of;
  const parts = new Map<unknown, Map<string | undefined, string[]>>();
  for (const [id, view] of Object.entries(views)) {
    const same = isEvaluated(id) ? view : id;
    const ofView = parts.get(same) ?? new Map<string | undefined, string[]>();
    parts.set(same, ofView);
    const former = names.get(id);
    ofView.set(former, [...(ofView.get(former) ?? []), id]);
  }
  const sizes = new Map<string, number>();
  for (const name of names.values()) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const used = new Set(names.values());
  // Alone, a view has its own name, as before there were others.
  const isAlone = (id: string) => Object.keys(views).length === 1 && !used.has(id);
  const kept = new Set<string>();
  return [...parts.values()]
    .flatMap((ofView) => [...ofView])
    .map(([former, ids]) => {
      const [id = ''] = ids;
      const name = former !== undefined && !kept.has(former) ? former : isAlone(id) ? id : unusedName(id, used);
      kept.add(name);
      used.add(name);
      return { name, ids, hasParted: former !== undefined && sizes.get(former) !== ids.length };
    });
}

/**
 * Returns the name of new entries. Others may still use that of a view that was removed and added again. All names have the length
 * of ids such as that of a view of certain partners, because a cursor must not tell with whom its alert is shared.
 */
function unusedName(id: string, used: ReadonlySet<string>): string {
  let name = id.length < viewIdLength ? hashedName(id) : id;
  for (let number = 1; used.has(name); number += 1) name = hashedName(`${id}.${number}`);
  return name;
}

function hashedName(text: string): string {
  return `v${hash('sha256', text, 'hex').slice(0, viewIdLength - 1)}`;
}
