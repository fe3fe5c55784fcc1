import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { isPlaceholder } from '@landfall/dcsa/wire-values.ts';
import type { Carrier, CarrierNumbers, Facility, StringKeys } from './call-claim.ts';

/** The maximum length that the standards allow for any key; a longer value is not a key. */
const maxValueLength = 100;

/** Values as written in a record, before they are normalized. */
export type WrittenKeys = { readonly [K in keyof StringKeys]?: string | undefined };

/**
 * Normalizes texts key by key, so that texts with the same meaning are equal; blanks and placeholders are removed.
 * Every key is present, undefined if it is not stated: objects of the same shape are several times as fast to compare.
 */
export function normalKeys(written: WrittenKeys): Required<StringKeys> {
  return {
    vesselIMONumber: normalIMONumber(written.vesselIMONumber),
    vesselName: vesselName(written.vesselName),
    vesselMMSINumber: exact(written.vesselMMSINumber),
    vesselCallSign: upper(written.vesselCallSign),
    UNLocationCode: normalUNLocationCode(written.UNLocationCode),
    transportCallReference: exact(written.transportCallReference),
    portVisitReference: exact(written.portVisitReference),
    callReferenceNumber: exact(written.callReferenceNumber),
    universalServiceReference: voyageValue(written.universalServiceReference),
    universalImportVoyageReference: voyageValue(written.universalImportVoyageReference),
    universalExportVoyageReference: voyageValue(written.universalExportVoyageReference),
  };
}

/** Normalizes one carrier's numbers; returns undefined if none of them remains. */
export function normalNumbers(written: CarrierNumbers): CarrierNumbers | undefined {
  const numbers = {
    carrierServiceCode: voyageValue(written.carrierServiceCode),
    carrierImportVoyageNumber: voyageValue(written.carrierImportVoyageNumber),
    carrierExportVoyageNumber: voyageValue(written.carrierExportVoyageNumber),
  };
  if (Object.values(numbers).every((value) => value === undefined)) return undefined;
  return { owner: written.owner, index: written.index, ...numbers };
}

/**
 * Returns the pair of carrier code and code list; undefined unless both are stated, because a code without its list
 * identifies no carrier.
 */
export function normalCarrier(carrierCode: string | undefined, carrierCodeListProvider: string | undefined): Carrier | undefined {
  const [code, provider] = [upper(carrierCode), upper(carrierCodeListProvider)];
  return code === undefined || provider === undefined ? undefined : { carrierCode: code, carrierCodeListProvider: provider };
}

/** Returns the pair of facility code and code list; undefined unless both are stated. */
export function normalFacility(facilityCode: string | undefined, facilityCodeListProvider: string | undefined): Facility | undefined {
  const [code, provider] = [upper(facilityCode), upper(facilityCodeListProvider)];
  return code === undefined || provider === undefined ? undefined : { facilityCode: code, facilityCodeListProvider: provider };
}

/** Reads a UN/LOCODE, also with a blank after the country; undefined for anything else, including names. */
export function normalUNLocationCode(written: string | undefined): string | undefined {
  const code = upper(written)?.replace(/^([A-Z]{2})\s+/, '$1');
  return code !== undefined && /^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? code : undefined;
}

/** Returns a local day or a date-time as written, trimmed; undefined for anything else. */
export function normalTime(written: string | undefined): string | undefined {
  const text = exact(written);
  return text !== undefined && (isDay(text) || instantOf(text) !== undefined) ? text : undefined;
}

/** Returns `PLN`, `EST`, `ACT`, or `REQ`; undefined for anything else, which is then treated as the least certain. */
export function normalClassifier(written: string | undefined): string | undefined {
  const code = upper(written);
  return code !== undefined && /^(PLN|EST|ACT|REQ)$/.test(code) ? code : undefined;
}

/** Reads an IMO number. It stays text, unchecked: check digits are wrong in practice, and eight digits occur. */
export function normalIMONumber(written: string | undefined): string | undefined {
  return exact(written?.trim().replace(/^IMO\s*/i, ''));
}

function vesselName(written: string | undefined): string | undefined {
  return exact(
    upper(written)
      ?.replaceAll(/\s+/g, ' ')
      .replace(/^M[/.]?V\.? /, ''),
  );
}

/** Returns a voyage number without that in which spellings of one number differ: blanks and leading zeros. */
export function foldedNumber(number: string): string {
  return /^0|\s/.test(number) ? number.replaceAll(/\s/g, '').replace(/^0+(?=.)/, '') : number;
}

/** Returns a folded voyage number without the letter of its direction. */
export function undirectedNumber(number: string): string {
  return number.replace(/(?<=\d)[NESW]$/, '');
}

/** Returns a ship's name without that in which spellings of one name differ: accents, dashes, dots and blanks. */
export function foldedName(name: string): string {
  const held = foldedNames.get(name);
  if (held !== undefined) return held;
  const letters = name.normalize('NFD').replaceAll(/[ÆØŒŁĐ]/g, (letter) => plainLetters.get(letter) ?? letter);
  const folded = letters.replaceAll(/[\p{M}\p{Pd}.\s]/gu, '');
  if (foldedNames.size >= maxFoldedNames) foldedNames.clear();
  foldedNames.set(name, folded === '' ? name : folded);
  return folded === '' ? name : folded;
}

/** Letters that Unicode does not decompose. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['Æ', 'AE'],
  ['Ø', 'O'],
  ['Œ', 'OE'],
  ['Ł', 'L'],
  ['Đ', 'D'],
]);
/** Names are compared far more often than there are ships. */
const foldedNames = new Map<string, string>();
const maxFoldedNames = 20_000;

function voyageValue(written: string | undefined): string | undefined {
  const value = upper(written);
  return value === undefined || isPlaceholder(value) ? undefined : value;
}

function upper(written: string | undefined): string | undefined {
  return exact(written?.toUpperCase());
}

/** A lone surrogate cannot be part of a match key, which is UTF-8. */
function exact(written: string | undefined): string | undefined {
  const text = written?.trim().toWellFormed();
  return text === undefined || text === '' || text.length > maxValueLength ? undefined : text;
}
