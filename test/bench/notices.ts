import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../subgraphs/shared/package-root.ts';

const template = JSON.parse(readFileSync(join(packageRoot, 'test', 'fixtures', 'arrival-notices', 'complete.json'), 'utf8'));

/** A complete notice of about 4 KB, different for each number in its references, ship and dates. */
export function noticeNumber(number: number, issueDateTime = '2026-03-02T13:05:00Z'): Record<string, unknown> {
  const notice = structuredClone(template);
  notice.transportDocumentReference = `BENCH${number}`;
  notice.issueDateTime = issueDateTime;
  delete notice.typeLabel;
  for (const [index, equipment] of (notice.utilizedTransportEquipments ?? []).entries()) {
    equipment.equipment.equipmentReference = `BNCU${String((number * 7 + index) % 10_000_000).padStart(7, '0')}`;
  }
  return notice;
}
