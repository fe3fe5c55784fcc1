import { type FeedbackElement, feedback, readListParameter } from '@landfall/dcsa/feedback.ts';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { expectationOf, parameterValueOf, type QueryParameter } from '@landfall/dcsa/parameters.ts';
import { filterStringIssueOf } from '../../wire/filter-strings.ts';
import { type EndpointProfile, type ParameterIssue, pageSize, pagingParameters } from './endpoint.ts';

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

function readParameter(parameter: QueryParameter, query: URLSearchParams): Read {
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
