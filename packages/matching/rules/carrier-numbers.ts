import type { CallClaim, CarrierNumbers } from '../claims/call-claim.ts';
import { foldedNumber, undirectedNumber } from '../claims/normal-values.ts';
import { type MatchAttribute, type NumberName, pathOfNumber } from '../claims/paths.ts';
import {
  type Agreement,
  addComparison,
  agreementBits,
  type ComparedValue,
  type ComparisonBuilder,
  type ComparisonResult,
} from './agreements.ts';
import type { ComparisonRules, NumbersOwner } from './comparison-rules.ts';

/**
 * Compares carriers' numbers, each only with those of the same carrier. A different number of a vessel-sharing partner
 * means nothing, so it is ignored; one whose carrier is not comparable is recorded as not comparable.
 *
 * @returns whether both belong to the same service, by the code that one carrier uses for it
 */
export function compareNumbers(
  builder: ComparisonBuilder,
  rules: ComparisonRules,
  mayLackDirection: boolean,
): { readonly isSameService: boolean } {
  if (builder.left.numbers.length === 0 || builder.right.numbers.length === 0) return { isSameService: false };
  const best = numberKinds.map((): Found | undefined => undefined);
  for (const leftNumbers of builder.left.numbers) {
    for (const rightNumbers of builder.right.numbers) {
      const left = { claim: builder.left, numbers: leftNumbers };
      const right = { claim: builder.right, numbers: rightNumbers };
      const relation = relationOf(left, right, rules);
      if (relation === 'OTHER') continue;
      if (relation === 'SAME') recordSides(builder, leftNumbers, rightNumbers);
      for (const [place, kind] of numberKinds.entries()) {
        const compared = resultOf(kind, left, right, relation);
        const result = compared === 'DIFFERS' && mayLackDirection && lacksDirection(kind, left, right) ? 'MATCH' : compared;
        if (result === undefined) continue;
        const rank = rankOf(result, relation);
        if (rank > (best[place]?.rank ?? -1)) best[place] = { rank, result, relation, left, right };
      }
    }
  }
  for (const [place, kind] of numberKinds.entries()) addFound(builder, kind, best[place]);
  addCarriers(builder, best[1]?.relation === 'SAME' ? best[1] : best[2], rules);
  return { isSameService: best[0]?.result === 'MATCH' && best[0].relation === 'SAME' };
}

/**
 * Records whether a sender may have stated the export voyage as the import voyage: `SIDES_MIXED` if it seems so,
 * `SIDES_CLEAR` if it cannot be so. If both voyages have the same number, they cannot be confused.
 */
export function recordSides(builder: ComparisonBuilder, left: CarrierNumbers, right: CarrierNumbers): void {
  if (isCertainSide(builder.left, 'IMPORT') && isCertainSide(builder.right, 'EXPORT')) noteSide(builder, left, right);
  if (isCertainSide(builder.right, 'IMPORT') && isCertainSide(builder.left, 'EXPORT')) noteSide(builder, right, left);
}

function noteSide(builder: ComparisonBuilder, arriving: CarrierNumbers, leaving: CarrierNumbers): void {
  const imported = arriving.carrierImportVoyageNumber;
  const exported = leaving.carrierExportVoyageNumber;
  if (imported === undefined || exported === undefined) return;
  const otherImported = leaving.carrierImportVoyageNumber;
  if (!isSameVoyageNumber(imported, exported)) builder.agreements |= agreementBits.SIDES_CLEAR;
  else if (otherImported !== undefined && !isSameVoyageNumber(otherImported, imported)) builder.agreements |= agreementBits.SIDES_MIXED;
}

/** SPELLING: returns whether two voyage numbers are one number, also if they are spelled differently. */
function isSameVoyageNumber(left: string, right: string): boolean {
  return left === right || foldedNumber(left) === foldedNumber(right);
}

/** Returns whether the import numbers of two sides are one, of which one side leaves out the direction. */
function lacksDirection({ name, side }: NumberKind, left: Numbered, right: Numbered): boolean {
  if (side !== 'IMPORT') return false;
  const [one, other] = [foldedNumber(left.numbers[name] ?? ''), foldedNumber(right.numbers[name] ?? '')];
  return one.length !== other.length && undirectedNumber(one) === undirectedNumber(other);
}

/** CERTAIN_SIDES: returns whether the claim's numbers of this side certainly belong to its call. */
export function isCertainSide(claim: CallClaim, side: 'IMPORT' | 'EXPORT'): boolean {
  return claim.sides === 'BOTH' || claim.sides === side;
}

interface NumberKind {
  readonly name: Exclude<NumberName, 'carrierCode'>;
  readonly attribute: MatchAttribute;
  readonly side?: 'IMPORT' | 'EXPORT';
  /** The agreements that a match establishes: if both numbers belong to one carrier, and if a carrier is not stated. */
  readonly agreements?: readonly [own: Agreement, open: Agreement];
}

const numberKinds: readonly NumberKind[] = [
  { name: 'carrierServiceCode', attribute: 'CARRIER_SERVICE_CODE' },
  {
    name: 'carrierImportVoyageNumber',
    attribute: 'CARRIER_IMPORT_VOYAGE_NUMBER',
    side: 'IMPORT',
    agreements: ['CARRIER_IN', 'NUMBER_IN'],
  },
  {
    name: 'carrierExportVoyageNumber',
    attribute: 'CARRIER_EXPORT_VOYAGE_NUMBER',
    side: 'EXPORT',
    agreements: ['CARRIER_OUT', 'NUMBER_OUT'],
  },
];

/**
 * The relation between the owners of two numbers: one company, different ones, two that cannot be compared, or one that
 * is not stated.
 */
type OwnerRelation = 'SAME' | 'OTHER' | 'UNRELATED' | 'UNNAMED';

interface Numbered {
  readonly claim: CallClaim;
  readonly numbers: CarrierNumbers;
}

/** The most significant comparison of one key. */
interface Found {
  readonly rank: number;
  readonly result: ComparisonResult;
  readonly relation: OwnerRelation;
  readonly left: Numbered;
  readonly right: Numbered;
}

/** SAME_CARRIER: a number is compared only with numbers of the same carrier. */
function relationOf(left: Numbered, right: Numbered, rules: ComparisonRules): OwnerRelation {
  const [leftOwner, rightOwner] = [left, right].map(
    (numbered) => ownerOf(numbered, rules) ?? ownerByElimination(numbered, rules) ?? ownerByService(numbered, rules),
  );
  if (isOwnCarrier(left, rightOwner, rules) || isOwnCarrier(right, leftOwner, rules)) return 'SAME';
  if (leftOwner === undefined || rightOwner === undefined) return unnamedRelationOf(left, right, rules);
  const result = rules.compareOwners(leftOwner, rightOwner);
  if (result === 'NOT_COMPARABLE') return 'UNRELATED';
  return result === 'MATCH' ? 'SAME' : 'OTHER';
}

/**
 * OWN_CARRIER: returns whether numbers of a notice belong to another owner because that is the partner that sent it: a
 * partner whose file names no carriers is one carrier, whose code the notice states.
 */
export function isOwnCarrier({ claim, numbers }: Numbered, owner: NumbersOwner | undefined, rules: ComparisonRules): boolean {
  if (owner === undefined || !('partner' in owner) || owner.partner !== claim.partner) return false;
  return claim.kind === 'NOTICE' && typeof numbers.owner === 'object' && rules.carriersOf(claim.partner) === 'UNKNOWN';
}

/**
 * UNNAMED_CARRIER: if the carrier is not stated, the service code beside the numbers or the sender may determine it.
 */
function unnamedRelationOf(left: Numbered, right: Numbered, rules: ComparisonRules): OwnerRelation {
  const leftService = left.numbers.carrierServiceCode;
  const rightService = right.numbers.carrierServiceCode;
  // A source that names the service by a carrier's code uses the number of that carrier.
  if (leftService !== undefined && rightService !== undefined) return leftService === rightService ? 'SAME' : 'OTHER';
  const areEvents = left.claim.kind === 'EVENT' && right.claim.kind === 'EVENT';
  // One publisher of events uses the numbers of one carrier for one call of one service, whichever carrier that is.
  if (areEvents && left.claim.partner === right.claim.partner) return 'SAME';
  const leftSender = senderOf(left, rules);
  const rightSender = senderOf(right, rules);
  const areOthers = leftSender !== undefined && rightSender !== undefined && rules.compareOwners(leftSender, rightSender) === 'DIFFERS';
  return areOthers ? 'OTHER' : 'UNNAMED';
}

/**
 * Returns the owner, or, for an event, the sender: a carrier uses its own numbers or its partner's, rarely those of a
 * third one.
 */
function senderOf(numbered: Numbered, rules: ComparisonRules): NumbersOwner | undefined {
  return ownerOf(numbered, rules) ?? (numbered.claim.kind === 'EVENT' ? numbered.claim : undefined);
}

/**
 * CARRIER_BY_ELIMINATION: the only entry without a carrier belongs to the Producer itself if all other entries belong
 * to other carriers.
 */
function ownerByElimination({ claim, numbers }: Numbered, rules: ComparisonRules): NumbersOwner | undefined {
  if (claim.kind !== 'PORT_SCHEDULE' || rules.carriersOf(claim.partner) === 'ANY') return undefined;
  const isOthers = (entry: CarrierNumbers) => typeof entry.owner === 'object' && rules.compareOwners(entry.owner, claim) === 'DIFFERS';
  return claim.numbers.every((entry) => entry === numbers || isOthers(entry)) ? claim : undefined;
}

/**
 * CARRIER_OF_SERVICE_CODE: numbers of a port schedule without a carrier belong to the one that other records name beside
 * their service code, unless the same record names it beside other numbers.
 */
function ownerByService({ claim, numbers }: Numbered, rules: ComparisonRules): NumbersOwner | undefined {
  const { carrierServiceCode: code } = numbers;
  const owner = claim.kind === 'PORT_SCHEDULE' && code !== undefined ? rules.ownerOfService?.(code) : undefined;
  const isNamed = (other: CarrierNumbers) =>
    typeof other.owner === 'object' && owner && rules.compareOwners(other.owner, owner) === 'MATCH';
  return claim.numbers.some(isNamed) ? undefined : owner;
}

/** CARRIER_OF_SERVICE_CODE: returns rules that know the carriers of the service codes in records that name exactly one. */
export function withServiceCodes(rules: ComparisonRules, claims: readonly CallClaim[]): ComparisonRules {
  const owners = new Map<string, NumbersOwner | 'SEVERAL'>();
  for (const claim of claims) {
    for (const numbers of claim.kind === 'EVENT' ? [] : claim.numbers) {
      const [code, owner] = [numbers.carrierServiceCode, ownerOf({ claim, numbers }, rules)];
      if (code === undefined || owner === undefined) continue;
      const held = owners.get(code);
      if (held === undefined) owners.set(code, owner);
      else if (held !== 'SEVERAL' && held !== owner && rules.compareOwners(held, owner) !== 'MATCH') owners.set(code, 'SEVERAL');
    }
  }
  const ownerOfService = (code: string) => {
    const owner = owners.get(code);
    return owner === 'SEVERAL' ? undefined : owner;
  };
  return owners.size === 0 ? rules : { ...rules, ownerOfService };
}

/** Numbers of a partner that sends data of any carrier belong to one that has to be stated beside them. */
function ownerOf({ claim, numbers: { owner } }: Numbered, rules: ComparisonRules): NumbersOwner | undefined {
  if (owner !== 'PARTNER') return owner;
  return rules.carriersOf(claim.partner) === 'ANY' ? undefined : claim;
}

function resultOf({ name, side }: NumberKind, left: Numbered, right: Numbered, relation: OwnerRelation): ComparisonResult | undefined {
  const leftValue = left.numbers[name];
  const rightValue = right.numbers[name];
  if (relation === 'SAME' && side === 'IMPORT' && isImportNumberOfVoyage(left, right)) return 'MATCH';
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const isCertain = side === undefined || (isCertainSide(left.claim, side) && isCertainSide(right.claim, side));
  if (relation === 'UNRELATED') return isCertain ? 'NOT_COMPARABLE' : undefined;
  if (leftValue === rightValue || (side !== undefined && isSameVoyageNumber(leftValue, rightValue))) return 'MATCH';
  // A different number of a side that may belong to another port means nothing.
  if (!isCertain) return undefined;
  return relation === 'SAME' ? 'DIFFERS' : 'NOT_COMPARABLE';
}

/**
 * WITHIN_VOYAGE: returns whether one side states the import number, and the other one as its export number, because the
 * ship arrives and leaves on one voyage: a different import number of such a record is mistyped.
 */
function isImportNumberOfVoyage(left: Numbered, right: Numbered): boolean {
  if (!isCertainSide(left.claim, 'IMPORT') || !isCertainSide(right.claim, 'IMPORT')) return false;
  const others = importNumbersOf(right);
  return importNumbersOf(left).some((imported) => others.some((other) => isSameVoyageNumber(imported, other)));
}

function importNumbersOf({ claim, numbers: { carrierImportVoyageNumber, carrierExportVoyageNumber } }: Numbered): readonly string[] {
  return [carrierImportVoyageNumber, isWithinVoyage(claim) ? carrierExportVoyageNumber : undefined].flatMap((number) => number ?? []);
}

/** Returns whether a record states that the ship arrives and leaves on one voyage, so that both numbers are the same. */
export function isWithinVoyage({
  sides,
  universalImportVoyageReference: imported,
  universalExportVoyageReference: exported,
}: CallClaim): boolean {
  return sides === 'BOTH' && imported !== undefined && imported === exported;
}

/**
 * A carrier that is listed twice matches if one of its numbers does; a difference counts more than an agreement without
 * a stated carrier.
 */
function rankOf(result: ComparisonResult, relation: OwnerRelation): number {
  if (result === 'NOT_COMPARABLE') return 0;
  if (result === 'DIFFERS') return 2;
  return relation === 'SAME' ? 3 : 1;
}

function addFound(builder: ComparisonBuilder, { name, attribute, side, agreements }: NumberKind, found: Found | undefined): void {
  if (found === undefined) return;
  const { left, right, result, relation } = found;
  const isCertain = side === undefined || (isCertainSide(left.claim, side) && isCertainSide(right.claim, side));
  const agreement = isCertain ? agreements?.[relation === 'SAME' ? 0 : 1] : undefined;
  addComparison(builder, [attribute, result, agreement], () => [numberValueOf(left, name), numberValueOf(right, name)]);
}

function numberValueOf({ claim, numbers }: Numbered, name: NumberKind['name']): ComparedValue {
  // If the import number is not stated, the export number of the same voyage was compared.
  const stated = numbers[name] === undefined ? 'carrierExportVoyageNumber' : name;
  return { path: pathOfNumber(claim, stated, numbers.index), value: numbers[stated] ?? '' };
}

/** Adds the carrier whose voyage numbers were compared. */
function addCarriers(builder: ComparisonBuilder, found: Found | undefined, rules: ComparisonRules): void {
  if (found?.relation !== 'SAME' || ownerOf(found.left, rules) === undefined || ownerOf(found.right, rules) === undefined) return;
  addComparison(builder, ['CARRIER', 'MATCH'], () => [ownerValueOf(found.left), ownerValueOf(found.right)]);
}

function ownerValueOf({ claim, numbers: { owner, index } }: Numbered): ComparedValue {
  if (owner === 'PARTNER' || owner === undefined) return { path: 'partner', value: claim.partner };
  return { path: pathOfNumber(claim, 'carrierCode', index), value: `${owner.carrierCodeListProvider} ${owner.carrierCode}` };
}
