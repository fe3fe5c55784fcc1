import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventWith, noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPartners } from '../../support/partners.ts';

interface PartnerName {
  readonly id: string;
  readonly name: string;
}

const query = `{
  arrivalNotices { nodes { partner { ...All } current { partner { ...All }
    arrivalCall { unique { call { times { partner { ...All } } records { partner { ...All } } } } sources { partner { ...All } } }
    portCallEvents { events { event { partner { ...All } timeline { partner { ...All } } } } } } } sources { partner { ...All } } }
  arrivalNoticeVersionLog(after: "0") { events { version { partner { ...All } } } }
  vesselSchedules(filter: { vesselIMONumber: "9321483" }) { nodes { partner { ...All } } }
} fragment All on PartnerName { id name }`;

test('partners are named by their current files wherever they are shown', async () => {
  await using folder = await temporaryFolder();
  const schedules = { vesselSchedules: [vesselScheduleWith()] };
  await using partners = await openPartners({ acme: { name: 'ACME Line', schedules }, port: { name: 'The Port' } });
  await partners.writeFiles(folder.path);
  await using landfall = await openLandfall({ PARTNERS_DIR: folder.path });
  await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith()] });
  await partners.push(landfall.url, 'port', { events: [eventWith().wire as object] });
  const shown = async () => namesIn(await landfall.query(query));

  // Often enough to be compiled and to have its parts cached.
  for (let time = 0; time < 7; time += 1) expect(await shown()).toEqual(new Set(['acme: ACME Line', 'port: The Port']));
  await partners.writeFile(folder.path, 'acme', { name: 'ACME Shipping', schedules });
  await expect.poll(shown).toEqual(new Set(['acme: ACME Shipping', 'port: The Port']));
  await rm(join(folder.path, 'port.yaml'));
  await expect.poll(shown).toEqual(new Set(['acme: ACME Shipping', 'port: port']));
});

/** Returns all partners in an answer. Fails if one is missing somewhere. */
function namesIn(answer: unknown): Set<string> {
  const found = new Set<string>();
  const places = new Set<string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) visit(element, path);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'partner') {
          const { id, name } = inner as PartnerName;
          found.add(`${id}: ${name}`);
          places.add(path);
        } else visit(inner, `${path}.${key}`);
      }
    }
  };
  visit(answer, '');
  expect(places.size).toBe(10);
  return found;
}
