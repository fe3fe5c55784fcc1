import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { runHere } from '../../support/run-here.ts';

test('a data folder serves one server at a time, and the next one as soon as that one is killed', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml') };
  await using first = await startLandfall(['serve'], { environment });

  const { code, stdout, stderr } = await runLandfall(['serve'], { environment });
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(`another Landfall server uses ${folder.path}`);
  // Commands work next to the server.
  expect(await runHere(['dead-letters', 'list'], { environment })).toMatchObject({ code: 0 });

  await first.kill('SIGKILL');
  await using next = await startLandfall(['serve'], { environment });
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
});
