import { expect } from 'vitest';
import { failedChecks } from './an-conformance.ts';

/**
 * Plays the Subscriber of the public conformance gateway against a Publisher: scenarios G1 to G3 ask for documents by
 * repeated parameters, as a Java client does that knows the major version only.
 *
 * @param references documents for which there are notices that satisfy every profile
 */
export async function playNoticeScenarios(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  references: readonly string[],
): Promise<void> {
  const query = references.map((reference) => `transportDocumentReferences=${encodeURIComponent(reference)}`).join('&');
  const answer = await fetch(`${baseUrl}/arrival-notices?${query}`, {
    headers: { ...headers, 'api-version': '1', 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('api-version')).toMatch(/^1\.0\.[01]$/);
  const { arrivalNotices } = (await answer.json()) as { arrivalNotices: unknown };
  for (const profiles of [[], ['FREIGHTED'], ['FREE_TIME']] as const) expect(failedChecks(arrivalNotices, profiles)).toEqual([]);
}
