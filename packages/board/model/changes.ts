import type { BoardNoticeQuery } from '../../client/generated/operations.ts';

/** A difference to the previous version, as the API returns it. */
export type FieldChange = NonNullable<BoardNoticeQuery['arrivalNotice']>['versions']['nodes'][number]['changes'][number];

/** The topic of a change, for which the board has a label. */
export type Topic = (typeof topicOfPath)[number][1];

/** A change as a row shows it. */
export interface ShownChange {
  /** Undefined if there is none; `path` is then shown instead. */
  readonly topic: Topic | undefined;
  /** The path without its root, for display. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Topics by path, most important first. */
const topicOfPath = [
  [/^\$\.transport\.portOfDischargeArrivalDate(\.value)?$/, 'arrival'],
  [/^\$\.transport\.portOfDischarge\.(UNLocationCode|locationName)$/, 'port'],
  [/\.vesselVoyage\.vessel(Name|IMONumber)$/, 'vessel'],
  [/\.vesselVoyage\.(carrierImportVoyageNumber|universalImportVoyageReference)$/, 'voyage'],
  [/^\$\.transport\.portOfDischarge\.facility/, 'terminal'],
  [/^\$\.releaseInformation\.isFreightReleased$/, 'freight'],
  [/^\$\.releaseInformation\.isCustomsReleased$/, 'customs'],
  [/^\$\.pickupInformation\.pickupNumber$/, 'pickup'],
  [/^\$\.freeTimes/, 'freeTime'],
  [/(^\$|\])\.charges/, 'charges'],
  [/^\$\.transport\.portOfDischargeArrivalDate\.classifier$/, 'arrivalClassifier'],
  [/^\$\.utilizedTransportEquipments\[[^\]]*\]$/, 'equipment'],
  [/^\$\.transport\.legs\[[^\]]*\]$/, 'legs'],
  [/\.vesselVoyage\./, 'ship'],
  [/contact/i, 'contact'],
  [/^\$\.documentParties/, 'party'],
  [/\.seals/, 'seals'],
  [/references?\b/i, 'references'],
  [/isualization/, 'visualization'],
  [/^\$\.paymentRemittance/, 'remittance'],
  [/^\$\.consignmentItems|cargo/i, 'goods'],
  [/^\$\.transport\.legs/, 'legs'],
  [/^\$\.utilizedTransportEquipments/, 'equipment'],
] as const satisfies readonly (readonly [RegExp, string])[];

/** Fields that change in every version, so they are not worth showing beside other changes. */
const alwaysChanged = /^\$\.(issueDateTime|versionLabel)$/;
/** Codes beside a name that means the same. */
const codeOfName = /(facilityCode|facilityCodeListProvider|vesselIMONumber)$/;

/** Returns the changes of a version that are worth showing: the most important first, each fact once. */
export function shownChangesOf(changes: readonly FieldChange[]): ShownChange[] {
  const significant = changes.filter(({ path }) => !alwaysChanged.test(path));
  const shown: (ShownChange & { readonly rank: number })[] = [];
  const seen = new Set<string>();
  const named = significant.some(({ path }) => /(facilityName|vesselName)$/.test(path));
  for (const { path, before, after } of significant) {
    const rank = topicOfPath.findIndex(([pattern]) => pattern.test(path));
    shown.push({
      topic: topicOfPath[rank]?.[1],
      path: path.replace(/^\$\./, ''),
      before,
      after,
      rank: rank < 0 ? topicOfPath.length : rank,
    });
  }
  return shown
    .sort((left, right) => left.rank - right.rank)
    .filter(({ path, before, after }) => {
      if (named && codeOfName.test(path)) return false;
      const fact = JSON.stringify([before, after]);
      // Flags that change together are different facts, whereas one terminal in three places is one fact.
      if (typeof after !== 'string' && typeof before !== 'string') return true;
      if (seen.has(fact)) return false;
      seen.add(fact);
      return true;
    })
    .map(({ rank: _, ...change }) => change);
}
