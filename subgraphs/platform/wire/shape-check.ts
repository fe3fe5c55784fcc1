import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { textAt } from '@landfall/dcsa/wire-values.ts';
import { ExactNumber, stringifyExactly } from '../json/exact-numbers.ts';
import { codeOf, codesIn, meantTime, meantValue } from './meant-values.ts';
import type { LeafShape, ListShape, ObjectShape, Shape, StringShape } from './shapes.ts';
import { unknownMember } from './unknown-members.ts';

/** A deviation from the standard's schema. The document is stored as received nevertheless. */
export interface SchemaViolation {
  /** JSONPath inside the object, `$` being the object itself. */
  readonly path: string;
  readonly message: string;
  /** Whether nothing is known of what the value means. */
  readonly isUnread?: true;
  /** The line of the partner's file with which the value is read. */
  readonly line?: string;
}

/** The lines of a partner's file that decide what its values mean. */
export const readingLines = { localTimes: 'timesWithoutOffset: PORT_LOCAL', instantsForDays: 'quirks: [instants-for-days]' } as const;

/** Maximum number of violations that are reported for one object. A malicious object could have millions. */
export const maxViolations = 100;

/** Maximum number of members of one object that are reported because the standard does not name them. */
export const maxUnknownMembers = 20;

/**
 * Limits the violations that are reported for several objects. When it is used up, only the first violation of each
 * further object is reported.
 */
export interface ViolationBudget {
  /** Number of violations that may still be reported. */
  left: number;
  /** Number of unknown members that may still be reported. They use up no violations. */
  unknownLeft: number;
  /** Number of violations and unknown members that were found and not reported. */
  further: number;
}

/**
 * Finds where a value deviates from a shape. Codes of open lists are not checked, and attributes that the standard does not
 * name are accepted unless the standard closes the object. An attribute that is `null` is a violation.
 *
 * @param value as `JSON.parse` or `parseExactly` returned it
 * @param budget shared by the objects of one body. @default none
 * @param unknown gets the attributes that the standard does not name: the first {@link maxUnknownMembers}, fewer if the
 *   budget is used up
 * @returns the first {@link maxViolations} violations in the order of the document, fewer if the budget is used up but at
 *   least one; paths are JSONPath, `$` being the value; messages contain at most 50 characters of the value
 */
export function findShapeViolations(
  shape: Shape,
  value: unknown,
  budget: ViolationBudget = { left: maxViolations, unknownLeft: maxUnknownMembers, further: 0 },
  unknown?: SchemaViolation[],
): SchemaViolation[] {
  const search: Search = { root: shape, violations: [], unknown, trail: [], budget };
  check(shape, value, search);
  return search.violations;
}

/**
 * Returns what a value means to the typed model. Values of another type or notation than the standard's are converted if
 * they have one meaning ({@link meantValue}); an element may stand in place of its list, a list of one in place of the
 * element, and its attribute `value` in place of an object. It omits every `null` and every other value that GraphQL cannot
 * serialize: values of a wrong type, numbers that are not finite, integers that have fractions or more than 32 bits, and
 * days or instants that do not have the format of the scalar. Values that break another rule of the standard (length,
 * pattern, code) stay, and so do attributes that the standard does not name.
 *
 * @param value as `JSON.parse` or `parseExactly` returned it; never changed
 * @returns undefined when nothing of it can be represented
 */
export function cleanedTo(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'object':
      return isObject(value) ? cleanedObject(shape, value) : objectMeantBy(shape, value);
    case 'list':
      return (Array.isArray(value) ? value : listMeantBy(shape, value))
        ?.map((element) => cleanedTo(shape.elements, element))
        .filter((element) => element !== undefined);
    default: {
      if (fits(shape, value)) return shape.kind === 'text' ? codeOf(shape, String(value)) : value;
      const meant = meantValue(shape, value);
      if (meant !== undefined) return fits(shape, meant) ? meant : undefined;
      return isSingle(value) ? cleanedTo(shape, value[0]) : undefined;
    }
  }
}

function objectMeantBy(shape: ObjectShape, value: unknown): unknown {
  if (isSingle(value)) return cleanedTo(shape, value[0]);
  const main = shape.attributes.get('value');
  const meant = main && cleanedTo(main, value);
  return meant === undefined ? undefined : { value: meant };
}

function listMeantBy({ elements }: ListShape, value: unknown): readonly unknown[] | undefined {
  const codes = elements.kind === 'text' && typeof value === 'string' ? codesIn(elements, value) : undefined;
  if (codes !== undefined) return codes;
  // An object with other attributes may be a dictionary.
  const isElement = elements.kind === 'object' && isObject(value) && Object.keys(value).some((name) => elements.attributes.has(name));
  return isElement || (!isObject(value) && cleanedTo(elements, value) !== undefined) ? [value] : undefined;
}

function isSingle(value: unknown): value is readonly [unknown] {
  return Array.isArray(value) && value.length === 1;
}

interface Search {
  readonly root: Shape;
  readonly violations: SchemaViolation[];
  readonly unknown: SchemaViolation[] | undefined;
  /** Names and indexes from the root to the current value. They become a path only for a violation. */
  readonly trail: (string | number)[];
  readonly budget: ViolationBudget;
}

function check(shape: Shape, value: unknown, search: Search): void {
  if (shape.kind === 'object' && isObject(value)) {
    checkObject(shape, value, search);
  } else if (shape.kind === 'list' && Array.isArray(value)) {
    checkList(shape, value, search);
  } else {
    const violation = leafViolationOf(shape, value);
    if (violation !== undefined) reportValue(violation, [shape, value], search);
  }
}

/** Reports a value that deviates, and how it is read. */
function reportValue(violation: string, [shape, value]: readonly [Shape, unknown], search: Search): void {
  // A malicious list has millions of them.
  if (isFull(search)) {
    search.budget.further += 1;
    return;
  }
  const meant = absenceOf(shape, value) === undefined ? cleanedTo(shape, value) : value;
  if (meant === undefined || isUnknownCode(shape, meant)) report(violation, search, { isUnread: true, ...lineFor(shape, value) });
  else if (meant === value) report(violation, search);
  else if (shape.kind === 'list' && isObject(value)) {
    report(`${violation}; read as a list of one`, search);
    check(shape.elements, value, search);
  } else if (shape.kind === 'object' && isSingle(value)) {
    report(`${violation}; read as its only element`, search);
    search.trail.push(0);
    check(shape, value[0], search);
    search.trail.pop();
  } else report(`${violation}; read as ${shownMeaning(meant)}`, search);
}

function isUnknownCode(shape: Shape, value: unknown): boolean {
  return shape.kind === 'text' && !shape.isOpen && typeof value === 'string' && value.trim() !== '' && shape.codes?.has(value) === false;
}

/** Returns the line of the partner's file with which a value would be read. */
function lineFor(shape: Shape, value: unknown): Pick<SchemaViolation, 'line'> {
  if (shape.kind !== 'text' || shape.format === undefined || meantTime(value) === undefined) return {};
  return { line: shape.format === 'date' ? readingLines.instantsForDays : readingLines.localTimes };
}

function checkObject(shape: ObjectShape, value: Record<string, unknown>, search: Search): void {
  const closed = closedShapeOf(shape, value);
  for (const name in value) {
    const attribute = shape.attributes.get(name);
    const isAllowed = closed === undefined || closed.attributes.has(name);
    if (isAllowed && attribute === undefined) {
      if (search.unknown !== undefined) reportUnknown(name, shape, search);
      continue;
    }
    search.trail.push(name);
    if (!isAllowed) report('is not allowed here', search);
    else if (attribute !== undefined) check(attribute, value[name], search);
    search.trail.pop();
  }
  for (const name of shape.required) {
    if (Object.hasOwn(value, name)) continue;
    search.trail.push(name);
    report('is required and absent', search);
    search.trail.pop();
  }
}

function checkList(shape: ListShape, value: readonly unknown[], search: Search): void {
  if (value.length < shape.minItems) report(`expected at least ${shape.minItems} elements, got ${value.length}`, search);
  if (value.length > shape.maxItems) report(`expected at most ${shape.maxItems} elements, got ${value.length}`, search);
  for (let index = 0; index < value.length; index++) {
    search.trail.push(index);
    check(shape.elements, value[index], search);
    search.trail.pop();
  }
}

/** Returns the shape that names all attributes that an object may have; undefined when others are allowed. */
export function closedShapeOf(shape: ObjectShape, value: Readonly<Record<string, unknown>>): ObjectShape | undefined {
  if (!shape.isOpen) return shape;
  const variant = shape.variants.find(({ attributes, required }) =>
    required.every((name) => {
      const attribute = attributes.get(name) ?? shape;
      return leafViolationOf(attribute, cleanedTo(attribute, value[name])) === undefined;
    }),
  );
  return variant && closedShapeOf(variant, value);
}

/** Returns the violation of a value without members or elements, or undefined. */
export function leafViolationOf(shape: Shape, value: unknown): string | undefined {
  if (fits(shape, value)) return ruleViolationOf(shape, value);
  return absenceOf(shape, value) ?? `expected ${expectationOf(shape)}, got ${shown(value)}`;
}

/** What programs write for a time that they do not know: the first moment of their calendar, or the last one. */
const placeholderTime = /^(?:(?:0001|1900|1970)-01-01(?:[T ]00:00|$)|9999-12-31)/;

/** Returns why a value counts as absent; undefined if it does not. */
function absenceOf(shape: Shape, value: unknown): string | undefined {
  if (value === null) return 'is null and treated as absent';
  if (typeof value !== 'string' || (shape.kind === 'text' && shape.format !== 'date' && shape.format !== 'date-time')) return undefined;
  if (value.trim() === '') return 'is blank and treated as absent';
  return shape.kind === 'text' && placeholderTime.test(value) ? `stands for no time and is treated as absent: ${shown(value)}` : undefined;
}

/** Returns whether the typed model can represent a value without members or elements. */
export function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' && (shape.format === undefined || isReadable(shape.format, value));
    case 'number':
      // GraphQL's `Float` rounds it.
      return Number.isFinite(value instanceof ExactNumber ? Number(value) : value);
    case 'integer':
      return typeof value === 'number' && (value | 0) === value;
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

/**
 * Returns whether the typed model can represent a string of this format. A UUID is a plain string there, and any other
 * string identifies as well.
 */
function isReadable(format: NonNullable<StringShape['format']>, text: string): boolean {
  if (format === 'uuid') return true;
  // A placeholder is of another millennium, and the expression costs more than a look at the first digit.
  const isPlaceholder = !text.startsWith('2') && placeholderTime.test(text);
  return !isPlaceholder && (format === 'date' ? isDay(text) : instantOf(text) !== undefined);
}

/** Returns the violation of a value that the typed model can represent, or undefined. */
function ruleViolationOf(shape: Shape, value: unknown): string | undefined {
  if (shape.kind === 'text') return stringViolationOf(shape, String(value));
  if ((shape.kind !== 'number' && shape.kind !== 'integer') || Number(value) >= shape.minimum) return undefined;
  return `expected at least ${shape.minimum}, got ${value}`;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** RFC 3339, appendix D: a minute has a second 60 only at the end of a day. */
function isImpossibleLeapSecond(text: string): boolean {
  return text.includes(':60') && /T(?!23:59)\d\d:\d\d:60/.test(instantOf(text) ?? '');
}

function stringViolationOf(shape: StringShape, text: string): string | undefined {
  const { codes, isOpen, pattern, format } = shape;
  const length = lengthViolationOf(shape, text);
  if (length !== undefined) return length;
  if (codes !== undefined && !codes.has(text)) {
    const code = codeOf(shape, text);
    if (!isOpen || code !== text) return `expected ${isOpen ? code : `one of ${[...codes].join(', ')}`}, got ${shown(text)}`;
  }
  if (pattern !== undefined && !pattern.test(text)) return `expected a string that matches ${pattern.source}, got ${shown(text)}`;
  if (format === 'uuid' && !uuidPattern.test(text)) return `expected a UUID, got ${shown(text)}`;
  if (format === 'date-time' && isImpossibleLeapSecond(text)) return `expected a time of day, got ${shown(text)}`;
  return undefined;
}

/** The limit counts code points; a string has at most as many code points as UTF-16 units. */
function lengthViolationOf({ maxLength }: StringShape, text: string): string | undefined {
  if (text.length <= maxLength) return undefined;
  const length = codePointsOf(text);
  return length <= maxLength ? undefined : `expected at most ${maxLength} characters, got ${length}`;
}

function codePointsOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function expectationOf(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      if (shape.format === 'date') return 'a calendar day YYYY-MM-DD';
      return shape.format === 'date-time' ? 'an RFC 3339 date-time with offset' : 'a string';
    case 'number':
      return 'a finite number';
    case 'integer':
      return 'a whole number of at most 32 bits';
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    case 'object':
      return 'an object';
  }
}

/** Returns at most 50 characters of a value. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : String(value);
  const start = [...value.slice(0, 100)].slice(0, 50).join('');
  return start.length === value.length ? JSON.stringify(value) : `${JSON.stringify(start)}...`;
}

function shownMeaning(meant: unknown): string {
  if (typeof meant === 'string') return shown(meant);
  const json = stringifyExactly(meant);
  return json.length <= 100 ? json : `${[...json.slice(0, 100)].slice(0, 50).join('')}...`;
}

function reportUnknown(name: string, shape: ObjectShape, { root, unknown, trail, budget }: Search): void {
  if (unknown === undefined || root.kind !== 'object') return;
  if (unknown.length >= maxUnknownMembers || budget.unknownLeft <= 0) {
    budget.further += 1;
    return;
  }
  budget.unknownLeft -= 1;
  unknown.push({ path: pathOf([...trail, name]), ...unknownMember(name, shape, root) });
}

function isFull({ violations, budget }: Pick<Search, 'violations' | 'budget'>): boolean {
  return violations.length >= maxViolations || (budget.left <= 0 && violations.length > 0);
}

function report(message: string, { violations, trail, budget }: Search, more: Pick<SchemaViolation, 'isUnread' | 'line'> = {}): void {
  if (isFull({ violations, budget })) {
    budget.further += 1;
    return;
  }
  budget.left -= 1;
  violations.push({ path: pathOf(trail), message, ...more });
}

function pathOf(trail: readonly (string | number)[]): string {
  const steps = trail.map((step) => (typeof step === 'number' ? `[${step}]` : atAttribute('', step)));
  // Joined, because a string that is concatenated step by step refers to all its beginnings for as long as it is kept.
  return ['$', ...steps].join('');
}

function cleanedObject(shape: ObjectShape, value: Record<string, unknown>): object {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const attribute = shape.attributes.get(name);
    const kept = attribute === undefined ? value[name] : cleanedTo(attribute, value[name]);
    // Assigning to `__proto__` would set the prototype of the copy.
    if (kept !== undefined && name !== '__proto__') copy[name] = kept;
  }
  return copy;
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/**
 * Replaces values at a shape's leaves, also those of an element in place of its list and of the attribute `value` in place
 * of its object. Attributes that the shape does not name stay unchanged.
 *
 * @param value as `JSON.parse` returned it; never changed
 * @param replace gets the UN/LOCODE of the place at which the nearest object is, as it is written
 * @returns `value` itself when nothing was replaced, otherwise a copy of the changed parts
 */
export function replaceLeaves(
  shape: Shape,
  value: unknown,
  replace: (expected: LeafShape, value: unknown, port: string | undefined) => unknown,
  port?: string,
): unknown {
  switch (shape.kind) {
    case 'object': {
      if (!isObject(value)) {
        const main = shape.attributes.get('value');
        return main === undefined ? value : replaceLeaves(main, value, replace, port);
      }
      const nearest = shape.ports.map((path) => textAt(value, ...path)).find((code) => code !== undefined) ?? port;
      const replaced = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
        const attribute = shape.attributes.get(name);
        const next = attribute === undefined ? member : replaceLeaves(attribute, member, replace, nearest);
        return next === member ? [] : [[name, next]];
      });
      return replaced.length === 0 ? value : { ...value, ...Object.fromEntries(replaced) };
    }
    case 'list': {
      if (!Array.isArray(value)) return replaceLeaves(shape.elements, value, replace, port);
      const next = value.map((element) => replaceLeaves(shape.elements, element, replace, port));
      return next.some((element, index) => element !== value[index]) ? next : value;
    }
    default:
      return replace(shape, value, port);
  }
}

/** A value to publish in place of an invalid one that has one meaning. */
export class MeantValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** The invalid parts of a value: the whole value, to be removed or replaced, or parts of its members or elements. */
export type InvalidParts = 'ALL' | MeantValue | ReadonlyMap<string | number, InvalidParts>;

/**
 * Finds the smallest parts to replace ({@link cleanedTo}) or to remove from a value so that the rest is valid: an invalid attribute if it is optional,
 * otherwise the object that requires it, and so on outwards. Of a list, only the invalid elements are removed as long
 * as enough elements remain. A list that is too long is removed completely, because a truncated list would have another
 * meaning. An object with an invalid attribute that identifies it is removed completely.
 *
 * @param value as `JSON.parse` returned it
 * @returns undefined when it is valid
 */
export function findInvalidParts(shape: Shape, value: unknown): InvalidParts | undefined {
  if (shape.kind === 'object' && isObject(value)) return partsOfObject(shape, value);
  if (shape.kind === 'list' && Array.isArray(value)) return partsOfList(shape, value);
  if (leafViolationOf(shape, value) === undefined) return undefined;
  const meant = cleanedTo(shape, value);
  if (meant === undefined || meant === value) return 'ALL';
  const parts = findInvalidParts(shape, meant);
  return parts === 'ALL' ? parts : new MeantValue(parts === undefined ? meant : withoutParts(meant, parts));
}

/** Returns a copy of a value without its invalid parts. */
export function withoutParts(value: unknown, parts: Exclude<InvalidParts, 'ALL'>): unknown {
  if (parts instanceof MeantValue) return parts.value;
  const keptOf = (key: string | number, inner: unknown): unknown[] => {
    const invalid = parts.get(key);
    if (invalid === 'ALL') return [];
    return [invalid === undefined ? inner : withoutParts(inner, invalid)];
  };
  if (Array.isArray(value)) return value.flatMap((element, index) => keptOf(index, element));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => keptOf(name, inner).map((kept) => [name, kept])));
}

function partsOfObject(shape: ObjectShape, value: Record<string, unknown>): InvalidParts | undefined {
  const parts = new Map<string, InvalidParts>();
  const closed = closedShapeOf(shape, value);
  for (const name in value) {
    const attribute = shape.attributes.get(name);
    const isAllowed = closed === undefined || closed.attributes.has(name);
    const invalid = !isAllowed ? 'ALL' : attribute && findInvalidParts(attribute, value[name]);
    if (invalid !== undefined) parts.set(name, invalid);
  }
  const isWhole = shape.required.every((name) => Object.hasOwn(value, name) && parts.get(name) !== 'ALL');
  const isIdentified = shape.identity?.every((name) => parts.get(name) !== 'ALL' || !identifies(shape.attributes.get(name), value[name]));
  if (!isWhole || isIdentified === false) return 'ALL';
  return parts.size === 0 ? undefined : parts;
}

/** Returns whether a value, valid or not, was used to identify its object: what is blank or cannot be read was not. */
function identifies(shape: Shape | undefined, value: unknown): boolean {
  return shape !== undefined && fits(shape, value) && String(value).trim() !== '';
}

function partsOfList(shape: ListShape, value: readonly unknown[]): InvalidParts | undefined {
  const parts = new Map<number, InvalidParts>();
  for (const [index, element] of value.entries()) {
    const invalid = findInvalidParts(shape.elements, element);
    if (invalid !== undefined) parts.set(index, invalid);
  }
  const kept = value.length - [...parts.values()].filter((invalid) => invalid === 'ALL').length;
  if (kept < shape.minItems || kept > shape.maxItems) return 'ALL';
  return parts.size === 0 ? undefined : parts;
}

/** Appends one attribute to a JSONPath (RFC 9535): `.name` for a plain identifier, `['...']` for any other. */
export function atAttribute(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`;
}

/** Quotes a string with the single quotes of JSONPath. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  // JSON escapes double quotes, JSONPath escapes single ones.
  return `'${escaped.replaceAll(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}
