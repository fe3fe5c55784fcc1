import { expect, test } from 'vitest';
import { missCounter, noFigures } from '../../support/matching/figures.ts';
import { knowableIn } from '../../support/matching/knowable.ts';
import { matchKeyOfTrueNotice } from '../../support/matching/match-all-records.ts';
import { truthOf } from '../../support/matching/truth.ts';
import { recordsOfWorld } from '../../support/matching/world-records.ts';
import { createWorld } from '../../support/world/world.ts';

const world = createWorld(2, { troubles: 'usual' });
const truth = truthOf(world);
const reported = recordsOfWorld(world);
const knowable = knowableIn(reported);
const faultless = [...truth.notices.values()].filter(({ isFaultless, call }) => isFaultless && !call.isOmitted && truth.isPublished(call));

test('nothing counts as unknowable only because the matcher does not find it: nearly every notice without errors is knowable', () => {
  const unknowable = faultless.filter((notice) => knowable.isUnknowable(matchKeyOfTrueNotice(notice).claims, notice.call));
  expect(faultless.length).toBeGreaterThan(20);
  expect(unknowable.length / faultless.length).toBeLessThan(0.02);
});

test('no call at another port, and no call of the ship a week away, agrees as well as the right one', () => {
  const weekMs = 7 * 86_400_000;
  for (const notice of faultless) {
    const { claims } = matchKeyOfTrueNotice(notice);
    const far = world.calls.filter(
      ({ port, plannedArrivalMs }) => port !== notice.call.port || Math.abs(plannedArrivalMs - notice.call.plannedArrivalMs) > weekMs,
    );
    expect(far.filter(knowable.asGoodAs(claims, notice.call)).map(({ id }) => id)).toEqual([]);
  }
});

test('the right call agrees as well as itself, and if ship and voyage identify another call, that one agrees as well', () => {
  for (const notice of truth.notices.values()) {
    expect(knowable.asGoodAs(matchKeyOfTrueNotice(notice).claims, notice.call)(notice.call)).toBe(true);
  }
  const [one, other] = faultless.filter(({ partner }, place) => faultless.findIndex((each) => each.partner === partner) === place);
  if (one === undefined || other === undefined) throw new Error('the world has too few notices');
  expect(knowable.asGoodAs(matchKeyOfTrueNotice(one).claims, other.call)(one.call)).toBe(true);
});

test('a call that only routes state counts as missing from schedules, because routes are not requested for calls', () => {
  const onlyRoutes = { ...reported, schedules: [], events: [] };
  const stated = faultless.filter(({ call }) => reported.routes.some((route) => reported.callOf(route) === call));
  const routed = stated.find((notice) => !knowableIn(onlyRoutes).isUnknowable(matchKeyOfTrueNotice(notice).claims, notice.call));
  if (routed === undefined) throw new Error('no route of the world states ship and voyage of a call');
  const missesOf = (records: typeof reported) => {
    const { callRecall } = noFigures();
    missCounter(records)(callRecall, routed, { isByCall: true, isFoundByAll: false });
    return { fromOtherRecords: callRecall.fromOtherRecords, unknowable: callRecall.unknowable };
  };
  expect(missesOf(onlyRoutes)).toEqual({ fromOtherRecords: 1, unknowable: 0 });
  expect(missesOf(reported)).toEqual({ fromOtherRecords: 0, unknowable: 0 });
});
