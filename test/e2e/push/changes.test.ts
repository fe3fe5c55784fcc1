import { expect, it } from 'vitest';
import { openLandfall } from '../../support/open-landfall.ts';
import { pushNotices } from '../../support/push.ts';

it('the changes of a version are those from its predecessor, or from another version of its notice', async () => {
  await using landfall = await openLandfall();
  const noticeOf = (transportDocumentReference: string, day: number) => ({
    transportDocumentReference,
    issueDateTime: `2026-12-0${day}T08:00:00Z`,
    deliveryInstructions: `day ${day}`,
  });
  await pushNotices(landfall.url, noticeOf('N1', 1), noticeOf('N1', 2), noticeOf('N1', 3), noticeOf('N2', 1));
  const idsOf = async (reference: string): Promise<string[]> => {
    const { arrivalNotice } = await landfall.query<{ arrivalNotice: { versions: { nodes: { id: string }[] } } }>(
      `{ arrivalNotice(partner: "acme", transportDocumentReference: "${reference}") { versions(first: 9) { nodes { id } } } }`,
    );
    return arrivalNotice.versions.nodes.map(({ id }) => id);
  };
  const [newest, , oldest] = await idsOf('N1');
  const [other] = await idsOf('N2');
  const changesOf = async (since?: string) => {
    const changes = since === undefined ? 'changes' : `changes(since: "${since}")`;
    const { node } = await landfall.query<{ node: { changes: { path: string; before: unknown }[] } }>(
      `{ node(id: "${newest}") { ... on ArrivalNoticeVersion { ${changes} { path before } } } }`,
    );
    return node.changes.find(({ path }) => path.endsWith('deliveryInstructions'))?.before;
  };
  expect([await changesOf(), await changesOf(oldest), await changesOf(newest)]).toEqual(['day 2', 'day 1', undefined]);
  await expect(changesOf(other)).rejects.toThrow('Argument since: expected the id of a version of this notice.');
  await expect(changesOf('none')).rejects.toThrow('Argument since');
});
