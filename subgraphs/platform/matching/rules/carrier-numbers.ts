import type { CallClaim, CarrierNumbers } from '../claims/call-claim.ts';
import { type MatchAttribute, type NumberName, pathOfNumber } from '../claims/paths.ts';
import { type Agreement, agreements } from './agreements.ts';
import type { CarrierEquality, ComparisonResult, NumbersOwner } from './carriers.ts';
import { addComparison, type ComparisonBuilder, type KeyValue } from './comparison-builder.ts';

/**
 * Compares carriers' numbers, each only with the same carrier's. A vessel-sharing partner's number that differs says
 * nothing, so it is left out; one whose carrier cannot be told apart is noted as not comparable.
 *
 * @returns whether both are of one service by the code that one carrier gives it
 */
export function compareNumbers(ledger: ComparisonBuilder, carriers: CarrierEquality): { readonly isSameService: boolean } {
  if (ledger.left.numbers.length === 0 || ledger.right.numbers.length === 0) return { isSameService: false };
  const best = numberKinds.map((): Found | undefined => undefined);
  for (const leftNumbers of ledger.left.numbers) {
    for (const rightNumbers of ledger.right.numbers) {
      const left = { statement: ledger.left, numbers: leftNumbers };
      const right = { statement: ledger.right, numbers: rightNumbers };
      const relation = relationOf(left, right, carriers);
      if (relation === 'OTHER') continue;
      if (relation === 'SAME') recordSides(ledger, leftNumbers, rightNumbers);
      for (const [place, kind] of numberKinds.entries()) {
        const result = resultOf(kind, left, right, relation);
        if (result === undefined) continue;
        const rank = rankOf(result, relation);
        if (rank > (best[place]?.rank ?? -1)) best[place] = { rank, result, relation, leftNumbers, rightNumbers };
      }
    }
  }
  for (const [place, kind] of numberKinds.entries()) addFound(ledger, kind, best[place]);
  addCarriers(ledger, best[1]?.relation === 'SAME' ? best[1] : best[2]);
  return { isSameService: best[0]?.result === 'MATCH' && best[0].relation === 'SAME' };
}

/**
 * Notes whether somebody took the number on which a ship leaves for the one on which it came: `SIDES_MIXED` when it
 * looks so, `SIDES_CLEAR` when it cannot be so. Where the numbers are equal in mid-voyage there is nothing to mix up.
 */
export function recordSides(ledger: ComparisonBuilder, left: CarrierNumbers, right: CarrierNumbers): void {
  if (isCertainSide(ledger.left, 'IMPORT') && isCertainSide(ledger.right, 'EXPORT')) noteSide(ledger, left, right);
  if (isCertainSide(ledger.right, 'IMPORT') && isCertainSide(ledger.left, 'EXPORT')) noteSide(ledger, right, left);
}

function noteSide(ledger: ComparisonBuilder, arriving: CarrierNumbers, leaving: CarrierNumbers): void {
  const imported = arriving.carrierImportVoyageNumber;
  const exported = leaving.carrierExportVoyageNumber;
  if (imported === undefined || exported === undefined) return;
  const otherImported = leaving.carrierImportVoyageNumber;
  if (imported !== exported) ledger.facts |= agreements.SIDES_CLEAR;
  else if (otherImported !== undefined && otherImported !== imported) ledger.facts |= agreements.SIDES_MIXED;
}

/** Whether the statement's numbers of this side surely belong to its call. */
export function isCertainSide(statement: CallClaim, side: 'IMPORT' | 'EXPORT'): boolean {
  return statement.sides === 'BOTH' || statement.sides === side;
}

interface NumberKind {
  readonly name: Exclude<NumberName, 'carrierCode'>;
  readonly key: MatchAttribute;
  readonly side: 'IMPORT' | 'EXPORT' | undefined;
  /** What a match establishes when both numbers are one carrier's, and when nobody says whose they are. */
  readonly ownFact: Agreement | undefined;
  readonly openFact: Agreement | undefined;
}

const numberKinds: readonly NumberKind[] = [
  { name: 'carrierServiceCode', key: 'CARRIER_SERVICE_CODE', side: undefined, ownFact: undefined, openFact: undefined },
  { name: 'carrierImportVoyageNumber', key: 'CARRIER_IMPORT_VOYAGE_NUMBER', side: 'IMPORT', ownFact: 'CARRIER_IN', openFact: 'NUMBER_IN' },
  {
    name: 'carrierExportVoyageNumber',
    key: 'CARRIER_EXPORT_VOYAGE_NUMBER',
    side: 'EXPORT',
    ownFact: 'CARRIER_OUT',
    openFact: 'NUMBER_OUT',
  },
];

/** How the owners of two numbers relate: one company, another one, two that cannot be compared, or one unnamed. */
type OwnerRelation = 'SAME' | 'OTHER' | 'UNRELATED' | 'UNNAMED';

interface Numbered {
  readonly statement: CallClaim;
  readonly numbers: CarrierNumbers;
}

/** The comparison of one key that says most. */
interface Found {
  readonly rank: number;
  readonly result: ComparisonResult;
  readonly relation: OwnerRelation;
  readonly leftNumbers: CarrierNumbers;
  readonly rightNumbers: CarrierNumbers;
}

function relationOf(left: Numbered, right: Numbered, carriers: CarrierEquality): OwnerRelation {
  const leftOwner = ownerOf(left) ?? ownerByElimination(left, carriers);
  const rightOwner = ownerOf(right) ?? ownerByElimination(right, carriers);
  if (leftOwner === undefined || rightOwner === undefined) return unnamedRelationOf(left, right, carriers);
  const result = carriers.compare(leftOwner, rightOwner);
  if (result === 'NOT_COMPARABLE') return 'UNRELATED';
  return result === 'MATCH' ? 'SAME' : 'OTHER';
}

/** Where nobody says whose the numbers are, the service named beside them or the sender can still say whose they are not. */
function unnamedRelationOf(left: Numbered, right: Numbered, carriers: CarrierEquality): OwnerRelation {
  const leftService = left.numbers.carrierServiceCode;
  const rightService = right.numbers.carrierServiceCode;
  if (leftService !== undefined && rightService !== undefined && leftService !== rightService) return 'OTHER';
  const areEvents = left.statement.kind === 'EVENT' && right.statement.kind === 'EVENT';
  // One publisher of events uses one carrier's numbers for one call of one service, whosever they are.
  if (areEvents && left.statement.partner === right.statement.partner) return 'SAME';
  if (leftService !== undefined && rightService !== undefined) return 'UNNAMED';
  const leftSender = senderOf(left);
  const rightSender = senderOf(right);
  const areOthers = leftSender !== undefined && rightSender !== undefined && carriers.compare(leftSender, rightSender) === 'DIFFERS';
  return areOthers ? 'OTHER' : 'UNNAMED';
}

/** The owner, or of an event the sender: a carrier writes its own numbers or its partner's, rarely a third one's. */
function senderOf(numbered: Numbered): NumbersOwner | undefined {
  return ownerOf(numbered) ?? (numbered.statement.kind === 'EVENT' ? numbered.statement : undefined);
}

/** The one entry without a carrier is the Producer's own where all others are surely somebody else's: it is a partner of its services. */
function ownerByElimination({ statement, numbers }: Numbered, carriers: CarrierEquality): NumbersOwner | undefined {
  if (statement.kind !== 'PORT_SCHEDULE') return undefined;
  const isOthers = (entry: CarrierNumbers) => typeof entry.owner === 'object' && carriers.compare(entry.owner, statement) === 'DIFFERS';
  return statement.numbers.every((entry) => entry === numbers || isOthers(entry)) ? statement : undefined;
}

function ownerOf({ statement, numbers: { owner } }: Numbered): NumbersOwner | undefined {
  return owner === 'PARTNER' ? statement : owner;
}

function resultOf({ name, side }: NumberKind, left: Numbered, right: Numbered, relation: OwnerRelation): ComparisonResult | undefined {
  const leftValue = left.numbers[name];
  const rightValue = right.numbers[name];
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const isCertain = side === undefined || (isCertainSide(left.statement, side) && isCertainSide(right.statement, side));
  if (relation === 'UNRELATED') return isCertain ? 'NOT_COMPARABLE' : undefined;
  if (leftValue === rightValue) return 'MATCH';
  // A side that may be another port's says nothing when it differs.
  if (!isCertain) return undefined;
  return relation === 'SAME' ? 'DIFFERS' : 'NOT_COMPARABLE';
}

/** A carrier listed twice matches if one of its numbers does; a difference counts more than an agreement with nobody's. */
function rankOf(result: ComparisonResult, relation: OwnerRelation): number {
  if (result === 'NOT_COMPARABLE') return 0;
  if (result === 'DIFFERS') return 2;
  return relation === 'SAME' ? 3 : 1;
}

function addFound(ledger: ComparisonBuilder, { name, key, side, ownFact, openFact }: NumberKind, found: Found | undefined): void {
  if (found === undefined) return;
  const { left, right } = ledger;
  const isCertain = side === undefined || (isCertainSide(left, side) && isCertainSide(right, side));
  // Whoever names the service by the carrier's own code means the carrier's own number.
  const isOwn = found.relation === 'SAME' || (found.relation === 'UNNAMED' && isSameService(found));
  const fact = isOwn ? ownFact : openFact;
  addComparison(ledger, { key, result: found.result, fact: isCertain ? fact : undefined });
  ledger.lines?.push({
    key,
    left: { path: pathOfNumber(left, name, found.leftNumbers.index), value: found.leftNumbers[name] ?? '' },
    right: { path: pathOfNumber(right, name, found.rightNumbers.index), value: found.rightNumbers[name] ?? '' },
    result: found.result,
  });
}

function isSameService({ leftNumbers: { carrierServiceCode: left }, rightNumbers: { carrierServiceCode: right } }: Found): boolean {
  return left !== undefined && left === right;
}

/** Says whose voyage numbers were compared. */
function addCarriers(ledger: ComparisonBuilder, found: Found | undefined): void {
  if (found?.relation !== 'SAME' || found.leftNumbers.owner === undefined || found.rightNumbers.owner === undefined) return;
  addComparison(ledger, { key: 'CARRIER', result: 'MATCH', fact: undefined });
  ledger.lines?.push({
    key: 'CARRIER',
    left: ownerValueOf({ statement: ledger.left, numbers: found.leftNumbers }),
    right: ownerValueOf({ statement: ledger.right, numbers: found.rightNumbers }),
    result: 'MATCH',
  });
}

function ownerValueOf({ statement, numbers: { owner, index } }: Numbered): KeyValue {
  if (owner === 'PARTNER' || owner === undefined) return { path: 'partner', value: statement.partner };
  return { path: pathOfNumber(statement, 'carrierCode', index), value: `${owner.carrierCodeListProvider} ${owner.carrierCode}` };
}
