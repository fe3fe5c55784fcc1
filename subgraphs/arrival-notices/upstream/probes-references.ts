import { textAt } from '@landfall/dcsa/wire-values.ts';
import { type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from '#platform/upstream/check/probe.ts';
import type { Sample } from '#platform/upstream/check/sample.ts';
import type { ListStyle } from '#platform/upstream/query-parameters.ts';
import { findReferenceCap, unknownReferences } from './reference-cap.ts';

const name = 'transportDocumentReferences';
const needsTwo = 'Requires notices of two documents.';
const styleWords: Readonly<Record<ListStyle, string>> = { comma: 'separated by commas', repeat: 'by repeating the parameter' };

/** Creates the probes of lists of references: their style, then their maximum length. */
export function referenceProbes(parts: ProbeParts, sample: Sample): Probe[] {
  const { requestPartner, claims, found } = parts;
  const references = () => [...new Set(sample.rows.flatMap((notice) => textAt(notice, 'transportDocumentReference') ?? []))];
  const requestNotices = (values: readonly string[], listStyle?: ListStyle) =>
    requestPartner(sample.path, { ...sample.parameters, [name]: values }, { listStyle });
  const taken = new Set<ListStyle>();

  const listStyle = async (style: ListStyle): Promise<ProbeResult> => {
    const [first, second] = references();
    if (first === undefined || second === undefined) return skipped(needsTwo);
    const answer = await requestNotices([first, second], style);
    const hasBoth = [first, second].every((reference) => holds(answer, reference));
    if (hasBoth) {
      taken.add(style);
      return { verdict: 'OK', reason: `Two references ${styleWords[style]} return both documents.` };
    }
    const outcome =
      answer.status === 200 ? `200 with ${answer.rows?.length ?? 0} rows, not those of both documents` : `status ${answer.status}`;
    const reason = `Two references ${styleWords[style]}: ${outcome}.`;
    // The partner may accept only one reference per request.
    if (answer.status !== 200 && taken.size === 0) return skipped(`${reason} It may take one reference at a time.`);
    if (style === 'comma') return { verdict: 'BROKEN', reason };
    return { verdict: claims.listStyle === style ? 'DIFFERS' : 'OK', reason };
  };

  const settleStyle = (): void => {
    if (taken.size === 0) return;
    found.listStyle = taken.has(claims.listStyle) ? claims.listStyle : taken.has('comma') ? 'comma' : 'repeat';
  };

  const cap = async (): Promise<ProbeResult> => {
    const [first, last = first] = references();
    if (first === undefined || last === undefined) return skipped('Requires a notice.');
    let isSilent = false;
    const tried: number[] = [];
    const takes = async (count: number): Promise<boolean> => {
      tried.push(count);
      const known = count === 1 ? [first] : [...new Set([first, last])];
      const unknown = unknownReferences(first, count - known.length);
      // Known references are at both ends, or at the end, so that a truncated list is detected.
      const answer = await requestNotices(known.length === 1 ? [...unknown, first] : [first, ...unknown, last]);
      if (answer.status !== 200) return false;
      const isWhole = known.every((reference) => holds(answer, reference));
      isSilent ||= !isWhole;
      return isWhole;
    };
    const { cap: count, isRefusedAbove } = await findReferenceCap(claims.maxReferences, takes);
    if (count === 0) return { verdict: 'BROKEN', reason: 'Not even one reference is accepted.' };
    found.maxReferences = count;
    if (isSilent) return { verdict: 'BROKEN', reason: `More than ${count} are answered with 200, and some of the documents are missing.` };
    const limit = isRefusedAbove ? `At most ${count} in one request` : `${count} in one request are accepted`;
    const agrees = count === claims.maxReferences;
    return {
      verdict: agrees ? 'OK' : 'DIFFERS',
      reason: `${limit} (tried: ${tried.join(', ')}).${agrees ? '' : ` The file says ${claims.maxReferences}.`}`,
    };
  };

  const styleRule = 'The values of a list are separated by commas; a repeated parameter should be accepted, too.';
  return [
    { name: 'list by repetition', rule: styleRule, run: () => listStyle('repeat') },
    {
      name: 'list with commas',
      rule: styleRule,
      run: async () => {
        const result = await listStyle('comma');
        settleStyle();
        return result;
      },
    },
    {
      name: 'number of references',
      rule: 'A Publisher documents how many references it accepts, at least one; more references are refused with 400, never ignored.',
      run: cap,
    },
  ];
}

function holds({ rows }: ProbeAnswer, reference: string): boolean {
  return rows?.some((notice) => textAt(notice, 'transportDocumentReference') === reference) ?? false;
}
