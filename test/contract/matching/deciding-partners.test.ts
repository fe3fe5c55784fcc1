import { matchKeyOfCall, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { type EventMatchSet, matchEvents } from '@landfall/matching/match-events.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { partnersDeciding } from '@landfall/matching/visits/deciding-partners.ts';
import { expect, test } from 'vitest';
import { recordsOfWorld } from '../../support/matching/world-records.ts';
import { type Preset, presets } from '../../support/world/options.ts';
import { createWorld } from '../../support/world/world.ts';

const seeds = [1];

test.each(Object.keys(presets) as Preset[])('in the worlds %s the events of partners that decide nothing change no result', (preset) => {
  const counts = { keys: 0, silent: 0 };
  for (const seed of seeds) {
    const world = createWorld(seed, { troubles: preset, notices: 60 });
    const { events, schedules, rules } = recordsOfWorld(world);
    const partners = [...new Set(events.map(({ partner }) => partner))];
    const indexOf = (listed: (partner: string) => boolean) =>
      createVisitIndex(
        events.filter(({ partner }) => listed(partner)),
        rules,
      );
    const all = indexOf(() => true);
    // Every list of partners leaves out other ones.
    const lists = [2, 3, 5].map((divisor) => new Set(partners.filter((_, place) => place % divisor !== seed % divisor)));
    const matchKeys = [
      ...world.carriers.flatMap((carrier) =>
        world.noticesOf(carrier).map(({ notice }) => matchKeyOfNotice(notice, { partner: carrier.id })),
      ),
      // Matches that schedules have found have the references and numbers of several partners.
      ...createVisitIndex(schedules, rules)
        .visits.filter((_, place) => place % 10 === 0)
        .map(({ records }) => matchKeyOfCall(records)),
    ];
    const indexes = new Map<string, ReturnType<typeof indexOf>>();
    for (const matchKey of matchKeys) {
      const deciding = new Set(partnersDeciding(matchKey, all));
      counts.keys += 1;
      counts.silent += partners.length - deciding.size;
      for (const list of lists) {
        const resultIn = (listed: ReadonlySet<string>) => {
          const name = [...listed].toSorted().join();
          const index = indexes.get(name) ?? indexOf((partner) => listed.has(partner));
          indexes.set(name, index);
          return shownOf(matchEvents(matchKey, index, { rules, sources: ['ANSWERED', 'HIDDEN'] }));
        };
        expect(resultIn(new Set([...list].filter((partner) => deciding.has(partner))))).toEqual(resultIn(list));
      }
    }
  }
  expect(counts.keys).toBeGreaterThan(50);
  expect(counts.silent / counts.keys).toBeGreaterThan(3);
});

/** Returns everything that a match set shows. */
function shownOf({ outcome, terminalOutcome, doubt, events }: EventMatchSet): unknown {
  const shown = events.map(({ event: { claim, wire, updatedAt }, visit, own, isCurrent }) => {
    const { confidence, reasons, rule, isContradicted } = visit;
    return { claim, wire, updatedAt, isCurrent, confidence, reasons, rule, isContradicted, own: own?.confidence };
  });
  return { outcome, terminalOutcome, doubt, shown };
}
