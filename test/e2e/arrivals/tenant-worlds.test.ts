import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caller } from '#platform/access/entitlement.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { globalIdOfAlert } from '../../../subgraphs/arrivals/alerts.ts';
import { openPartners } from '../../support/partners.ts';
import { comparable, type OpenWorld, openWorld, type Setting, settingsOfTests } from '../access/visibility-worlds.ts';
import { partnerIds, pushesFor, type ScenarioPush, type TenantScenario, tenantScenarios } from './tenant-scenarios.ts';

/**
 * The seed of the first setting. Each setting runs one scenario, with a Landfall for all tenants and one for each
 * tenant. What a tenant may see does not depend on the setting, so each one runs a different scenario.
 */
const firstSeed = 20_261_126;

const time = 'source event classifier localDate localTime zone instant statedAt evidence { source partner { id } id at }';
const side = `outcome isStale queriedAt arrival { ${time} } times { ${time} }`;
const alert = `id kind severity transition raisedAt closedAt closeReason threshold before { text source } after { text source } hoursMoved
  evidence { source partner { id } id at } closingEvidence { id } subject needsAttention isUrgent acknowledgedAt snoozedUntil
  arrival { id transportDocumentReference }`;
const arrival = `id partner { id } transportDocumentReference documentKey carrierCode vesselName statements { notice { ${side} } schedule { ${side} } port { ${side} } }
  bestTime { ${time} } differences { between hours } state stateEvidence { id } release { isReleased } lastFree { localDate } isOpen openUntil isCollected
  needsAttention isUrgent openAlerts { ${alert} } checks { kind outcome reason }`;
const counted = 'pageInfo { hasNextPage hasPreviousPage } totalCount { value isExact }';

/** All ways to query arrivals and their alerts. */
const requests: Readonly<Record<string, string>> = {
  'arrivals by attention': `{ arrivals(filter: {}) { nodes { ${arrival} } ${counted} } }`,
  'arrivals by time, page by page': `{ arrivals(orderBy: BEST_TIME, first: 2) { nodes { id } ${counted} } }`,
  'arrivals by change': `{ arrivals(orderBy: LAST_CHANGE) { nodes { id } ${counted} } }`,
  'arrivals that need attention': `{ yes: arrivals(filter: { needsAttention: true }) { nodes { id } ${counted} } no: arrivals(filter: { needsAttention: false }) { nodes { id } ${counted} } urgent: arrivals(filter: { isUrgent: true }) { nodes { id } ${counted} } }`,
  'arrivals by state': `{ arrivals(filter: { states: [ARRIVED, BERTHED, OMITTED], isReleased: [YES] }) { nodes { id } ${counted} } }`,
  'arrivals of partners by name': `{ arrivals(filter: { partners: ["acme"] }) { nodes { id } ${counted} } }`,
  'arrivals of notices': `{ arrivalNotices(orderBy: OLDEST_FIRST) { nodes { id arrival { ${arrival} } } } }`,
  alerts: `{ arrivalAlerts(orderBy: OLDEST_FIRST) { nodes { ${alert} } ${counted} } }`,
  'open alerts': `{ open: arrivalAlerts(filter: { isOpen: true }, first: 1) { nodes { id } ${counted} } closed: arrivalAlerts(filter: { isOpen: false }) { nodes { id } ${counted} } }`,
  'alerts by other thresholds': `{ arrivalAlerts(filter: { etaChangedHours: 1, disagreementHours: 12, lastFreeDayNearDays: 5 }) { nodes { id threshold before { text } after { text } } ${counted} } }`,
  'alerts about charges': `{ arrivalAlerts(filter: { kinds: [CHARGES_CHANGED] }) { nodes { id before { text } after { text } } ${counted} } }`,
  'the log of alerts': `{ arrivalAlertLog(after: "0", first: 500) { events { cursor alert { ${alert} } missed { count } } cursor hasMore } }`,
  'a page of the log': `{ arrivalAlertLog(after: "0", first: 2) { events { alert { id } } hasMore } }`,
};

const settings = settingsOfTests();

describe.for(settings)('arrivals of tenants with random rights over $name', (setting) => {
  test('each tenant is answered as if only its own data existed', async () => {
    await fc.assert(
      fc.asyncProperty(tenantScenarios, async (scenario) => {
        const producers = await openPartners(Object.fromEntries(partnerIds.map((id) => [id, {}])));
        const whole = await openWithPushes(setting, { scenario, producers, pushes: scenario.pushes, tenants: scenario.tenants });
        const opened: AsyncDisposable[] = [whole];
        try {
          for (const tenant of scenario.tenants) {
            const own = await openWithPushes(setting, {
              scenario,
              producers,
              pushes: pushesFor(tenant, scenario.pushes),
              tenants: [tenant],
            });
            opened.push(own);
            await compareAll(whole, own, tenant);
            await acknowledgeSome(whole, own, tenant);
          }
          // Marks of a tenant are visible to that tenant only.
          for (const [index, tenant] of scenario.tenants.entries()) await compareAll(whole, opened[index + 1] as OpenWorld, tenant);
        } finally {
          await disposeAll([...opened, producers]);
        }
      }),
      { numRuns: 1, seed: firstSeed + settings.indexOf(setting), endOnFailure: true },
    );
  }, 300_000);
});

interface PushedScenario {
  readonly scenario: TenantScenario;
  readonly producers: Awaited<ReturnType<typeof openPartners>>;
  readonly pushes: readonly ScenarioPush[];
  readonly tenants: readonly Caller[];
}

/** Opens a Landfall and pushes a part of the data, one object after the other. */
async function openWithPushes(setting: Setting, { producers, pushes, tenants }: PushedScenario): Promise<OpenWorld> {
  const known = tenants.length > 1 ? partnerIds : partnersOf(tenants[0]);
  const world = await openWorld(setting, known, producers, tenants);
  for (const { partner, path, object } of pushes) {
    await world.landfall.push(partner, path, object);
    await world.landfall.evaluated();
  }
  return world;
}

function partnersOf(tenant: Caller | undefined): readonly string[] {
  const partners = tenant?.entitlement.partners ?? '*';
  return partners === '*' ? partnerIds : partners;
}

async function compareAll(whole: OpenWorld, own: OpenWorld, tenant: Caller): Promise<void> {
  for (const [name, query] of Object.entries(requests)) {
    const [inWhole, inOwn] = await Promise.all([whole, own].map(({ landfall }) => landfall.query(tenant, query)));
    expect(inWhole?.errors, name).toEqual([]);
    expect(rowsIn(inWhole), `${name} of ${JSON.stringify(tenant.entitlement)}`).toEqual(rowsIn(inOwn));
  }
}

/**
 * The order of lists depends on the first receipt of a notice, visible or not, so notices are compared in the order of
 * their ids.
 */
function rowsIn(answer: { readonly text: string } | undefined): unknown {
  const compared = comparable(answer?.text ?? '') as {
    readonly data: { readonly arrivalNotices?: { readonly nodes: { readonly id: string }[] } };
  };
  compared.data.arrivalNotices?.nodes.sort((left, right) => (left.id < right.id ? -1 : 1));
  return compared;
}

/** Acknowledges every second one of all existing alerts in both worlds; those of others are not found. */
async function acknowledgeSome(whole: OpenWorld, own: OpenWorld, tenant: Caller): Promise<void> {
  const all = await whole.store.versions('arrival-alerts').listCurrent({ order: 'OLDEST_FIRST', limit: 500 });
  const ids = new Set(
    all.map(({ entityId }) => {
      const [arrivalId, alert] = JSON.parse(entityId) as [string, string];
      return globalIdOfAlert({ arrivalId, alertId: alert.slice(alert.indexOf('/') + 1) });
    }),
  );
  for (const [index, id] of [...ids].entries()) {
    if (index % 2 === 0) continue;
    const mutation = `mutation { acknowledgeAlert(id: "${id}") { id needsAttention acknowledgedAt } }`;
    const [inWhole, inOwn] = await Promise.all([whole, own].map(({ landfall }) => landfall.query(tenant, mutation)));
    expect(comparable(inWhole?.text ?? '')).toEqual(comparable(inOwn?.text ?? ''));
  }
  await Promise.all([whole, own].map(({ landfall }) => landfall.evaluated()));
}
