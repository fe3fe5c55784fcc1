import type { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import type { Notice } from './notice.ts';

/** The filters of the standard, without content controls. */
export type Conditions = Partial<
  Record<Exclude<(typeof arrivalNoticeFilters)[number], 'includeVisualization' | 'removeCharges'>, readonly string[]>
>;

/** The notices that a carrier serves, each in its newest version. */
export interface NoticeStore {
  put(notice: Notice): void;
  /**
   * Returns the notices that satisfy all conditions, in the order of document and label, which does not change when a
   * newer version is added between two pages.
   *
   * @param after key of the last notice of the previous page
   */
  find(conditions: Conditions, after: string | undefined): readonly (readonly [key: string, notice: Notice])[];
}

/** Maximum number of documents. In a demo that runs for weeks, a carrier forgets the oldest ones. */
const maxNotices = 500;

export function createNoticeStore(): NoticeStore {
  const notices = new Map<string, Notice>();
  return {
    put: (notice) => {
      const key = JSON.stringify([notice.transportDocumentReference, notice['typeLabel'] ?? '']);
      const stored = notices.get(key);
      if (stored !== undefined && issuedAt(stored) >= issuedAt(notice)) return;
      notices.set(key, notice);
      const [oldest] = notices.keys();
      if (notices.size > maxNotices && oldest !== undefined) notices.delete(oldest);
    },
    find: (conditions, after) =>
      [...notices]
        .filter(([key, notice]) => (after === undefined || key > after) && satisfies(notice, conditions))
        .sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}

function issuedAt(notice: Notice): number {
  return Date.parse(String(notice['issueDateTime']));
}

function satisfies(notice: Notice, conditions: Conditions): boolean {
  return Object.entries(conditions).every(([name, wanted]) => {
    const has = valuesOf(notice, name as keyof Conditions);
    if (name === 'portOfDischargeArrivalDateMin') return has.some((date) => wanted.every((least) => date >= least));
    if (name === 'portOfDischargeArrivalDateMax') return has.some((date) => wanted.every((most) => date <= most));
    return wanted.some((value) => has.includes(value));
  });
}

function valuesOf(notice: Notice, name: keyof Conditions): string[] {
  const transport = partOf(notice, 'transport');
  switch (name) {
    case 'transportDocumentReferences':
      return [notice.transportDocumentReference];
    case 'equipmentReferences':
      return partsOf(notice, 'utilizedTransportEquipments').map((one) => String(partOf(one, 'equipment')['equipmentReference']));
    case 'portOfDischarge':
      return [String(partOf(transport, 'portOfDischarge')['UNLocationCode'])];
    case 'portOfDischargeArrivalDateMin':
    case 'portOfDischargeArrivalDateMax':
      return [partOf(transport, 'portOfDischargeArrivalDate')['value']].filter((value) => typeof value === 'string');
    default:
      return partsOf(transport, 'legs').map((leg) => String(partOf(leg, 'vesselVoyage')[name]));
  }
}

type Part = Readonly<Record<string, unknown>>;

function partOf(whole: Part, name: string): Part {
  const part = whole[name];
  return typeof part === 'object' && part !== null ? { ...part } : {};
}

function partsOf(whole: Part, name: string): Part[] {
  const parts = whole[name];
  return Array.isArray(parts) ? parts : [];
}
