import type { EvidenceRef } from '../model.ts';
import { type FactContext, sideValue } from './fact-context.ts';

/** `MATCH_LOST`: the partner whose record was the match has answered without it. An omission explains it and is its own alert. */
export function checkMatch({ evidence: { schedule }, former, next, changes, explain }: FactContext): void {
  const { lost, call, outcome, couldAsk } = schedule;
  const key = lost && JSON.stringify([lost.partner, lost.recordKey, lost.answeredAt]);
  next.lost = key;
  if (lost === undefined && call !== undefined) {
    const evidence: EvidenceRef[] = [{ source: 'SCHEDULE', partner: call.partner, id: call.recordKey, at: call.retrievedAt }];
    changes.close('MATCH_LOST', { closedBy: 'MATCHED', evidence });
  }
  if (lost !== undefined && key !== former?.lost && next.omission === undefined) {
    const { partner, recordKey, retrievedAt, answeredAt } = lost;
    changes.raise({
      kind: 'MATCH_LOST',
      steps: [{ before: sideValue('SCHEDULE', `stated at ${retrievedAt}`), after: sideValue('SCHEDULE', `not stated at ${answeredAt}`) }],
      evidence: [{ source: 'SCHEDULE', partner, id: recordKey, at: retrievedAt }],
    });
  }
  const asked = couldAsk ? `The match of schedules is ${outcome}` : 'Schedules could not be queried';
  const reason =
    lost === undefined
      ? 'no partner has answered without the record that was the match'
      : `its partner no longer states the call that was the match`;
  explain('MATCH_LOST', `${asked}, and ${reason}.`, outcome !== 'NOT_ASKED');
}
