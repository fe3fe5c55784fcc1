import type { ArrivalNoticeFilter } from '../../client/generated/operations.ts';
import type { Row, RowLeg } from './rows.ts';
import { compareInstants, startOfToday } from './times.ts';

/** The viewer's filters in the toolbar; empty strings are unset. */
export interface Choice {
  readonly text: string;
  readonly partner: string;
  /** UN/LOCODE. */
  readonly port: string;
  /** Name or IMO number of a ship. */
  readonly vessel: string;
  /** First and last day of arrival, `YYYY-MM-DD`. */
  readonly arrivalFrom: string;
  readonly arrivalTo: string;
  readonly isChangedToday: boolean;
}

export const noChoice: Choice = { text: '', partner: '', port: '', vessel: '', arrivalFrom: '', arrivalTo: '', isChangedToday: false };

/** Whether a filter other than the text is set; the text is searched in the loaded rows. */
export function isNarrowed({ text: _, ...choice }: Choice): boolean {
  return Object.values(choice).some((value) => value !== '' && value !== false);
}

/** Combines the page's filter with the viewer's. Of an attribute in both, the viewer's value counts; of partners, both apply. */
export function filterOf(own: ArrivalNoticeFilter, choice: Choice): ArrivalNoticeFilter {
  const { partner, port, vessel, arrivalFrom, arrivalTo, isChangedToday } = choice;
  const isNumber = /^(IMO)?\s*\d{7}$/i.test(vessel);
  const partners = own.partners == null || own.partners.includes(partner) ? [partner] : [];
  return {
    ...own,
    ...(partner === '' ? {} : { partners }),
    ...(port === '' ? {} : { portOfDischarge: port.toUpperCase() }),
    ...(vessel === '' ? {} : isNumber ? { vesselIMONumber: vessel.replace(/\D/g, '') } : { vesselName: vessel }),
    ...(arrivalFrom === '' ? {} : { portOfDischargeArrivalDateMin: arrivalFrom }),
    ...(arrivalTo === '' ? {} : { portOfDischargeArrivalDateMax: arrivalTo }),
    ...(isChangedToday ? { receivedAfter: startOfToday() } : {}),
  };
}

/**
 * The part of a filter that no version of a notice changes. Only this part may narrow the subscription: a row whose new
 * version leaves the filter has to be received, so that it leaves the list.
 */
export function lastingPartOf({ partners, transportDocumentReferences }: ArrivalNoticeFilter): ArrivalNoticeFilter {
  return { ...(partners == null ? {} : { partners }), ...(transportDocumentReferences == null ? {} : { transportDocumentReferences }) };
}

/** Whether a row matches the filter, by the same rules as the server. */
export function isMatch(row: Row, filter: ArrivalNoticeFilter): boolean {
  const { portOfDischargeArrivalDateMin: from, portOfDischargeArrivalDateMax: to, receivedAfter, receivedBefore } = filter;
  return (
    isListed(filter.partners, row.partner.id) &&
    isListed(filter.transportDocumentReferences, row.transportDocumentReference) &&
    (filter.equipmentReferences == null ||
      filter.equipmentReferences.some((each) => row.equipmentReferences.map(bare).includes(bare(each)))) &&
    (filter.portOfDischarge == null || bare(filter.portOfDischarge) === bare(row.UNLocationCode ?? '')) &&
    (from == null || (row.arrivalDay !== undefined && row.arrivalDay >= from)) &&
    (to == null || (row.arrivalDay !== undefined && row.arrivalDay <= to)) &&
    (receivedAfter == null || compareInstants(row.receivedAt, receivedAfter) > 0) &&
    (receivedBefore == null || compareInstants(row.receivedAt, receivedBefore) < 0) &&
    (!legAttributes.some((name) => filter[name] != null) || row.legs.some((leg) => isMatchingLeg(leg, filter)))
  );
}

/** Whether the text of the row contains every word. @param text in lower case */
export function hasText({ searchText }: Row, text: string): boolean {
  return text.split(/\s+/).every((word) => searchText.includes(word));
}

const legAttributes = [
  'vesselIMONumber',
  'vesselName',
  'carrierImportVoyageNumber',
  'universalImportVoyageReference',
  'carrierServiceCode',
  'universalServiceReference',
] as const;

function isMatchingLeg(leg: RowLeg, filter: ArrivalNoticeFilter): boolean {
  return legAttributes.every((name) => {
    const [wanted, stated] = [filter[name], leg[name]];
    return wanted == null || (stated !== undefined && comparable(wanted) === comparable(stated));
  });
}

/** Ignores case, repeated blanks, and a leading IMO or MV. */
function comparable(text: string): string {
  const upper = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  return upper.replace(/^IMO ?(?=\d)/, '').replace(/^M\/?V /, '');
}

function isListed(list: ArrivalNoticeFilter['partners'], text: string): boolean {
  return list == null || list.includes(text);
}

function bare(code: string): string {
  return code.replace(/\s/g, '').toUpperCase();
}
