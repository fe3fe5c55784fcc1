import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The test files that take longest, in descending order. Vitest only knows the
 * durations of an earlier run in the same checkout. A run in a new checkout ended with one worker at a long file, while
 * the others were idle.
 */
const longest: readonly string[] = [
  // These run in separate workers. The other workers keep their loaded modules when such a file ends.
  'test/e2e/memory/growth.heap.test.ts',
  'test/contract/heap-estimates.heap.test.ts',
  'test/e2e/upstream/shared-limits.test.ts',
  'test/contract/version-store.mongodb.test.ts',
  'test/e2e/demo/alerts.test.ts',
  'test/contract/alike-arrivals.test.ts',
  'test/e2e/package/installed.test.ts',
  'test/e2e/sign-in/sign-in.test.ts',
  'test/e2e/board/cut-texts.test.ts',
  'test/e2e/outage/redis-forms.test.ts',
  'test/e2e/board/states.test.ts',
  'test/partners/habits.test.ts',
  'test/e2e/retention/broken-off.test.ts',
  'test/e2e/arrivals/clock-facts.test.ts',
  'test/contract/version-store.sqlite.test.ts',
  'test/e2e/apart/faulty-subgraphs.test.ts',
  'test/e2e/deliver/round-trip.test.ts',
  'test/e2e/arrivals/tenant-worlds.test.ts',
  'test/equality/random-schemas.test.ts',
  'test/e2e/outage/mongodb-away.test.ts',
  'test/e2e/package/embedded.test.ts',
  'test/e2e/store/migrate.test.ts',
  'test/contract/arrival-cost.test.ts',
  'test/e2e/arrivals/stated-facts.test.ts',
  'test/e2e/apart/same-joins.test.ts',
  'test/contract/mongo-store.test.ts',
  'test/e2e/board/desk.test.ts',
  'test/e2e/board/keyboard.test.ts',
  'test/contract/matching/simulated-world.test.ts',
  'test/e2e/apart/neighbouring-versions.test.ts',
  'test/e2e/partners/reload.test.ts',
  'test/e2e/routers/hive-gateway.test.ts',
  'test/e2e/access/visibility.test.ts',
  'test/e2e/arrivals/concurrent-marks.test.ts',
  'test/e2e/deliver/replicas.test.ts',
  'test/e2e/store/backup.test.ts',
  'test/e2e/arrivals/killed-ship.test.ts',
  'test/e2e/partners/secrets.test.ts',
  'test/e2e/cli/watch.test.ts',
  'test/e2e/kill/push-survives-sigkill.test.ts',
  'test/e2e/board/coming-back.test.ts',
  'test/e2e/deliver/operating.test.ts',
  'test/e2e/port-calls/asking.test.ts',
  'test/e2e/apart/idle.test.ts',
  'test/e2e/board/undo.test.ts',
  'test/e2e/gateway/same-request.test.ts',
  'test/e2e/outage/redis-failures.test.ts',
  'test/e2e/store/damaged.test.ts',
  'test/e2e/cli/start.test.ts',
  'test/e2e/pages/graphiql.test.ts',
  'test/e2e/gateway/engines-agree.test.ts',
  'test/e2e/board/page.test.ts',
  'test/e2e/push/accepted.test.ts',
  'test/e2e/board/ships.test.ts',
  'test/e2e/gateway/planner.test.ts',
  'test/e2e/demo/readme.test.ts',
  'test/e2e/traces/traces.test.ts',
  'test/e2e/arrivals/moved-visits.test.ts',
  'test/e2e/matching/world.test.ts',
  'test/e2e/limits/hostile-operations.test.ts',
  'test/e2e/webhooks/killed.test.ts',
  'test/e2e/apart/unread-log.test.ts',
  'test/e2e/upstream/busy-partners.test.ts',
  'test/e2e/deliver/push.test.ts',
  'test/e2e/board/triage.test.ts',
  'test/e2e/store/unusable.test.ts',
  'test/e2e/deliver/failing.test.ts',
  'test/e2e/partners/faults.test.ts',
  'test/e2e/partners/walk-through.test.ts',
  'test/e2e/matching/producers.test.ts',
  'test/e2e/board/panel.test.ts',
  'test/e2e/retention/beside-a-server.test.ts',
  'test/e2e/deliver/killed.test.ts',
  'test/e2e/apart/replicas.test.ts',
  'test/e2e/arrivals/killed.test.ts',
  'test/e2e/partners/check.test.ts',
  'test/e2e/apart/start-and-stop.test.ts',
  'test/e2e/arrivals/two-evaluators.test.ts',
  'subgraphs/platform/partners/folder-reload.test.ts',
  'test/e2e/audit/processes.test.ts',
  'test/e2e/board/live.test.ts',
  'test/e2e/resume/cursor-length.test.ts',
  'test/e2e/board/search.test.ts',
  'test/e2e/apart/client-names.test.ts',
  'test/e2e/resume/asked-partner.test.ts',
  'test/e2e/arrivals/containers.test.ts',
  'test/e2e/client/docs-codegen.test.ts',
];

/** Starts the longest files first, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
