import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { type EndpointParameters, scheduleParameters } from '@landfall/dcsa/parameters.ts';
import { findIssues, type Issue } from '../lists.ts';

export type Endpoint = keyof typeof scheduleParameters;

/** The parameters of a checked query. */
export type Conditions = Readonly<Record<string, string | undefined>>;

/** Returns all issues of a query. Parameters that the standard does not define are ignored. */
export function findParameterIssues(endpoint: Endpoint, query: URLSearchParams): Issue[] {
  const { parameters, ranges }: EndpointParameters = scheduleParameters[endpoint];
  const issues = findIssues(query, parameters);
  for (const { name: property, required } of parameters) {
    if (required && !query.has(property)) issues.push({ property, message: 'is required' });
  }
  for (const [start, end] of ranges) {
    if ((query.get(start) ?? '') > (query.get(end) ?? '9999')) issues.push({ property: start, message: `is later than ${end}` });
  }
  if (endpoint === 'vessel-schedules' && !selectingConditions.some((name) => query.has(name))) {
    issues.push({ property: 'vesselIMONumber', message: 'at least one filter besides the dates is required' });
  }
  return issues;
}
