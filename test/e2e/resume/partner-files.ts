import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partnerKeys } from '../../support/landfall.ts';

/**
 * Writes the file of partner `acme` with an endpoint at `url`, so that it can be requested. @param more further lines
 * of YAML
 */
export async function writeAskablePartner(folder: string, url: string, more = ''): Promise<void> {
  const hash = createHash('sha256').update(partnerKeys.acme).digest('hex');
  const yaml = `id: acme
name: ACME Line
inbound:
  apiKey: { header: x-api-key, sha256: ["${hash}"] }
arrivalNotices: { baseUrl: "${url}" }
allowPrivate: true
${more}`;
  await writeFile(join(folder, 'acme.yaml'), yaml);
}
