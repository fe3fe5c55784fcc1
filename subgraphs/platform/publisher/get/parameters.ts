import { type FeedbackElement, feedback, readListParameter } from '@landfall/dcsa/feedback.ts';
import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { filterStringIssueOf } from '../../wire/filter-strings.ts';
import { type EndpointProfile, type ParameterProfile, pageSize, pagingParameters } from './endpoint.ts';

/** An issue of a parameter. */
export interface ParameterIssue {
  readonly property: string;
  /** The value as received, if it is invalid. */
  readonly value?: string;
  /** Continues the name of the parameter and a colon; without a full stop. */
  readonly message: string;
}

/** Checked parameters by name; absent ones are left out. Lists are sorted, so that equal requests have equal values. */
export type ParameterValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Maximum number of parameters with a remark, and of characters of a name that a message repeats. */
const [maxRemarks, maxShownName] = [20, 100];

/** Reads a query by the profile of its endpoint, and reports all issues together. */
export function readParameters(profile: EndpointProfile, query: URLSearchParams) {
  const issues: ParameterIssue[] = [];
  const remarks: FeedbackElement[] = [];
  const values: Record<string, ParameterValues[string]> = {};
  for (const parameter of [...profile.parameters, ...pagingParameters]) {
    const { name } = parameter;
    const read = readParameter(parameter, query);
    if (read === undefined && parameter.required) issues.push({ property: name, message: 'is required' });
    if (read === undefined) continue;
    if (typeof read === 'object' && 'message' in read) issues.push({ property: name, ...read });
    else if (Array.isArray(read) && read.length === 0) remarks.push(remarkOn(name, 'INFO', 'is empty and treated as absent'));
    else values[name] = read as ParameterValues[string];
  }
  for (const name of unknownNames(profile, query)) {
    if (profile.refused.includes(name) || profile.unknownParameters === 'REFUSED') {
      issues.push({ property: name.slice(0, maxShownName), message: 'is not supported' });
    } else {
      remarks.push(remarkOn(name.slice(0, maxShownName), 'WARN', 'is unknown and was ignored'));
    }
  }
  issues.push(...issuesAcross(profile, { values, query }));
  const { limit = pageSize.default, cursor, ...filters } = values;
  const size = Math.min(Number(limit), pageSize.max);
  if (size < Number(limit)) remarks.push(feedback('INFO', `limit=${limit} was lowered to ${size}, the largest page served.`));
  return {
    values: filters,
    /** Maximum number of rows on the page. */
    limit: size,
    cursor: cursor === undefined ? undefined : String(cursor),
    /** All issues. If there is one, the request is refused. */
    issues: issues.slice(0, maxRemarks),
    /** Remarks for the subscriber that are not issues. */
    remarks: profile.unknownParameters === 'IGNORED' ? [] : remarks.slice(0, maxRemarks),
  };
}

type Read = ParameterValues[string] | Omit<ParameterIssue, 'property'> | undefined;

function readParameter(parameter: ParameterProfile, query: URLSearchParams): Read {
  const { name, type, maxValues = Number.POSITIVE_INFINITY } = parameter;
  if (type === 'array') {
    const values = readListParameter(query, name);
    if (values !== undefined && values.length > maxValues) return { message: `at most ${maxValues} values, got ${values.length}` };
    return values?.toSorted();
  }
  const [text, ...others] = query.getAll(name);
  if (text === undefined) return undefined;
  if (others.length > 0) return { message: 'given more than once' };
  const value = parameterValueOf(parameter, text);
  if (value === undefined) return { value: text, message: `expected ${expectationOf(parameter)}` };
  const issue = filterStringIssueOf(name, text);
  return issue === undefined ? value : { value: text, message: issue };
}

/** Returns the value that the text of a parameter means; undefined if it breaks a rule of the parameter. */
export function parameterValueOf(parameter: ParameterProfile, text: string): string | number | boolean | undefined {
  switch (parameter.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
      return /^\d{1,10}$/.test(text) && Number(text) >= (parameter.minimum ?? 0) && Number(text) < 2 ** 31 ? Number(text) : undefined;
    case 'date':
      return isDay(text) ? text : undefined;
    case 'date-time':
      return instantOf(text) === undefined ? undefined : text;
    default:
      return textOf(parameter, text);
  }
}

/** Rejects blank strings and control characters, which would disable a filter. */
function textOf({ pattern, maxLength = 1_000, oneOf, otherwise }: ParameterProfile, text: string): string | undefined {
  if (oneOf !== undefined && !oneOf.includes(text)) return otherwise;
  const isText = text.trim() !== '' && !/\p{Cc}/u.test(text) && (text.length <= maxLength || [...text].length <= maxLength);
  return isText && (pattern === undefined || new RegExp(pattern, 'u').test(text)) ? text : undefined;
}

/** Says in words what a parameter expects. */
export function expectationOf({ type, minimum = 0, oneOf, expected, maxLength = 1_000 }: ParameterProfile): string {
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number of at least ${minimum} and less than 2147483648`;
    case 'date':
      return 'a calendar date (YYYY-MM-DD)';
    case 'date-time':
      return 'a date-time with offset (RFC 3339), its + written as %2B';
    default:
      return expected ?? (oneOf === undefined ? `a string of 1 to ${maxLength} characters` : `one of ${oneOf.join(', ')}`);
  }
}

function unknownNames({ parameters }: EndpointProfile, query: URLSearchParams): string[] {
  const isKnown = (name: string) => [parameters, pagingParameters].some((known) => known.some((parameter) => parameter.name === name));
  return [...new Set(query.keys())].filter((name) => !isKnown(name));
}

function issuesAcross(
  { ranges, needsOneOf, parameters }: EndpointProfile,
  { values, query }: { readonly values: ParameterValues; readonly query: URLSearchParams },
): ParameterIssue[] {
  const issues = ranges.flatMap(([from, to]): ParameterIssue[] => {
    const isInstant = parameters.some(({ name, type }) => name === from && type === 'date-time');
    const [least, most] = [values[from], values[to]].map((value) => (isInstant ? instantOf(String(value)) : value));
    if (least === undefined || most === undefined || least <= most) return [];
    return [{ property: from, value: String(values[from]), message: `is later than ${to} ${values[to]}` }];
  });
  if (needsOneOf.length === 0 || needsOneOf.some((name) => query.has(name))) return issues;
  return [...issues, { property: needsOneOf[0] ?? '', message: `expected one filter at least: ${needsOneOf.join(', ')}` }];
}

function remarkOn(name: string, severity: 'INFO' | 'WARN', message: string): FeedbackElement {
  return feedback(severity, `Query parameter ${name} ${message}.`);
}
