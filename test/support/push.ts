import { partnerKeys } from './landfall.ts';

/** A notice to push. Only its identity is required. */
export interface PushedNotice {
  readonly transportDocumentReference: string;
  readonly issueDateTime: string;
  readonly [attribute: string]: unknown;
}

/** Pushes notices as partner `acme`. @throws {TypeError} when the process has ended */
export function pushNotices(url: string, ...arrivalNotices: readonly PushedNotice[]): Promise<Response> {
  return fetch(`${url}/dcsa/arrival-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme },
    body: JSON.stringify({ arrivalNotices }),
  });
}
