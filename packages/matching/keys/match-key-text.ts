import { type CallClaim, type CarrierNumbers, type Facility, type StatedTime, type StringKeys, stringKeys } from '../claims/call-claim.ts';
import { normalTime } from '../claims/normal-values.ts';
import type { MatchKey, TradeLaneName, TradeLanePlace } from './match-key.ts';

/**
 * Encodes a match key as a text that is safe in URLs: a version, then JSON in base64url. Equal match keys result in
 * equal texts, so that equal queries are answered once.
 */
export function encodeMatchKey({ claims, legRule, tradeLane, siblings }: MatchKey): string {
  const tuple = [
    claims.map(tupleOf),
    legRule ?? null,
    tradeLane === undefined ? null : [tradeLane.from, tradeLane.to].map(tradeLanePairsOf),
    // Last, so that a key without them is the same text as before they existed.
    ...(siblings === undefined ? [] : [siblings.map((sibling) => sibling.map(tupleOf))]),
  ];
  return `${version}${Buffer.from(JSON.stringify(tuple)).toString('base64url')}`;
}

/** Decodes the result of {@link encodeMatchKey}; undefined for any other text. */
export function decodeMatchKey(text: string): MatchKey | undefined {
  if (text.length > maxTextLength || !text.startsWith(version)) return undefined;
  const matchKey = readMatchKey(parsedOrUndefined(Buffer.from(text.slice(version.length), 'base64url').toString()));
  // Encoding it again detects every other deviation: additional parts, another order, white space in the JSON, bits of
  // base64.
  return matchKey !== undefined && encodeMatchKey(matchKey) === text ? matchKey : undefined;
}

/** Returns a string that represents a whole claim; equal claims have equal strings. */
export function stringOfClaim(claim: CallClaim): string {
  return JSON.stringify(tupleOf(claim));
}

const version = '1.';
/** Far longer than a complete match key of the longest values. */
const maxTextLength = 262_144;

function tupleOf(claim: CallClaim): readonly unknown[] {
  const { kind, at, partner, sides, isDummyVessel, facility, numbers, times, earlierTimes } = claim;
  return [
    kind,
    at,
    partner,
    sides,
    isDummyVessel,
    stringKeys.map((name) => claim[name] ?? null),
    facility === undefined ? null : [facility.facilityCode, facility.facilityCodeListProvider, facility.ofLeg ?? null],
    numbers.map(({ owner, index, carrierServiceCode, carrierImportVoyageNumber, carrierExportVoyageNumber }) => [
      index,
      owner === undefined || owner === 'PARTNER' ? (owner ?? null) : [owner.carrierCode, owner.carrierCodeListProvider],
      carrierServiceCode ?? null,
      carrierImportVoyageNumber ?? null,
      carrierExportVoyageNumber ?? null,
    ]),
    times.map(tupleOfTime),
    // Last, like siblings.
    ...(earlierTimes === undefined ? [] : [earlierTimes.map(tupleOfTime)]),
  ];
}

function tupleOfTime({ kind, classifier, text, index }: StatedTime): readonly unknown[] {
  return [kind, classifier ?? null, text, index];
}

function readMatchKey(value: unknown): MatchKey | undefined {
  const [claimList, legRule, tradeLane, siblingList] = listOf(value);
  const claims = readClaims(claimList);
  const siblings = listOf(siblingList).map(readClaims);
  if (claims === undefined) return undefined;
  const rule = oneOf(legRules, legRule);
  const [from, to] = listOf(tradeLane).map(readTradeLanePlaces);
  return {
    claims,
    ...(rule === undefined ? {} : { legRule: rule }),
    ...(from === undefined || to === undefined ? {} : { tradeLane: { from, to } }),
    ...(siblings.length === 0 ? {} : { siblings: siblings.filter((sibling) => sibling !== undefined) }),
  };
}

/** Returns the claims of one call; undefined if there are none, or one is invalid. */
function readClaims(value: unknown): MatchKey['claims'] | undefined {
  const [first, ...others] = listOf(value).map(readClaim);
  const known = others.filter((claim) => claim !== undefined);
  return first === undefined || known.length < others.length ? undefined : [first, ...known];
}

function tradeLanePairsOf(places: readonly TradeLanePlace[]): readonly unknown[] {
  return places.map(({ path, value }) => [tradeLaneNames.findIndex((name) => path === `transport.${name}.UNLocationCode`), value]);
}

function readTradeLanePlaces(value: unknown): readonly TradeLanePlace[] {
  return listOf(value).flatMap((pair): readonly TradeLanePlace[] => {
    const [place, code] = listOf(pair);
    const name = typeof place === 'number' ? tradeLaneNames[place] : undefined;
    return name === undefined || !isText(code) ? [] : [{ path: `transport.${name}.UNLocationCode`, value: code }];
  });
}

function readClaim(value: unknown): CallClaim | undefined {
  const [kind, at, partner, sides, isDummyVessel, keys, facility, numbers, times, earlier] = listOf(value);
  const [recordKind, certainSides] = [oneOf(recordKinds, kind), oneOf(allSides, sides)];
  const [readTimes, earlierTimes] = [readTimesOf(times), earlier === undefined ? undefined : readTimesOf(earlier)];
  if (recordKind === undefined || certainSides === undefined || !isText(partner)) return undefined;
  const values = listOf(keys);
  const texts: StringKeys = Object.fromEntries(stringKeys.map((name, place) => [name, isText(values[place]) ? values[place] : undefined]));
  return {
    kind: recordKind,
    at: listOf(at).filter((place): place is number => Number.isInteger(place)),
    partner,
    sides: certainSides,
    isDummyVessel: isDummyVessel === true,
    ...texts,
    facility: readFacility(facility),
    numbers: listOf(numbers).map(readNumbers),
    times: readTimes,
    ...(earlierTimes === undefined ? {} : { earlierTimes }),
  };
}

function readFacility(value: unknown): Facility | undefined {
  const [facilityCode, facilityCodeListProvider, ofLeg] = listOf(value);
  if (!isText(facilityCode) || !isText(facilityCodeListProvider)) return undefined;
  return { facilityCode, facilityCodeListProvider, ofLeg: ofLeg === true ? true : undefined };
}

function readNumbers(value: unknown): CarrierNumbers {
  const [index, owner, ...texts] = listOf(value);
  const [carrierCode, carrierCodeListProvider] = listOf(owner);
  const [carrierServiceCode, carrierImportVoyageNumber, carrierExportVoyageNumber] = texts.map((text) => (isText(text) ? text : undefined));
  const carrier = isText(carrierCode) && isText(carrierCodeListProvider) ? { carrierCode, carrierCodeListProvider } : undefined;
  return {
    owner: owner === 'PARTNER' ? owner : carrier,
    index: typeof index === 'number' ? index : 0,
    carrierServiceCode,
    carrierImportVoyageNumber,
    carrierExportVoyageNumber,
  };
}

/** A forged time is left out, so that encoding the key again gives another text. */
function readTimesOf(value: unknown): readonly StatedTime[] {
  return listOf(value).flatMap((time) => readTime(time) ?? []);
}

function readTime(value: unknown): StatedTime | undefined {
  const [kind, classifier, text, index] = listOf(value);
  const timeKind = oneOf(timeKinds, kind);
  // A forged text that is not a time would result in numbers that are not days.
  if (timeKind === undefined || !isText(text) || normalTime(text) !== text || typeof index !== 'number') return undefined;
  return { kind: timeKind, classifier: isText(classifier) ? classifier : undefined, text, index };
}

const recordKinds = ['NOTICE', 'VESSEL_SCHEDULE', 'PORT_SCHEDULE', 'POINT_TO_POINT', 'EVENT'] as const;
const allSides = ['BOTH', 'IMPORT', 'EXPORT', 'NEITHER'] as const;
const timeKinds = ['ARRIVAL', 'DEPARTURE', 'STAY'] as const;
const tradeLaneNames = [
  'placeOfReceipt',
  'portOfLoading',
  'placeOfDelivery',
  'portOfDischarge',
] as const satisfies readonly TradeLaneName[];
const legRules = ['PORT_OF_LEG', 'SEQUENCE_NUMBER', 'POSITION', 'NO_LEG'] as const;

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function parsedOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
