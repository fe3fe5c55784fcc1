import { type EndpointProfile, pageSize, pagingParameters, requestLimits, sourceHeaders } from './endpoint-profile.ts';
import { pushCapabilitiesOf } from './push-profiles.ts';

/** Returns the body of `GET /dcsa/capabilities`: the endpoints of this process and the pushes of their standards. */
export function capabilitiesOf(profiles: readonly EndpointProfile[]): object {
  return {
    endpoints: profiles.map(({ path, parameters, ...profile }) => ({
      method: 'GET',
      path: `/dcsa${path}`,
      ...profile,
      parameters: [...parameters, ...pagingParameters],
      limit: pageSize,
    })),
    deliveries: pushCapabilitiesOf(profiles),
    limits: requestLimits,
    lists: 'p=a,b and p=a%2Cb and p=a&p=b mean the same; values are trimmed, empty ones and repeats dropped',
    cursors: {
      header: 'Next-Page-Cursor',
      reuse: 'any number of times',
      boundTo: ['subscriber', 'rights', 'parameters'],
      lastPage: 'has no cursor, whatever the number of its rows',
    },
    headers: {
      [sourceHeaders.rows]: 'partners that the rows come from, each with the places of its rows from 0 (RFC 9651 list)',
      [sourceHeaders.missing]: 'partners whose rows are missing or incomplete, each with its status',
    },
  };
}
