import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { runLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';

/** Clears a terminal, changes its title, hides a name and reverses the rest of the line. */
const hostile = 'EVIL\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eFDP\u2066\u200b\r\u007f';

describe('a string of a partner', () => {
  it('reaches the terminal of an operator in a form that controls nothing, with its content', async () => {
    await using folder = await temporaryFolder();
    const environment = { DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    const text = JSON.stringify({ transportDocumentReference: hostile });
    {
      await using landfall = await openLandfall(environment);
      // Sent unescaped, because JSON.stringify leaves most of these characters unchanged.
      expect((await landfall.dcsa('/arrival-notices', { body: `{"arrivalNotices":[${text}]}` })).status).toBe(200);
    }
    const { code, stdout } = await runLandfall(['dead-letters', 'list'], { environment });
    expect([code, stdout.replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\u2028\u2029]/gu)]).toEqual([0, null]);
    expect(JSON.parse(JSON.parse(stdout).text)).toEqual({ transportDocumentReference: hostile });
  });

  it('has no other way to a terminal: nothing else in the program writes to it', () => {
    // The other one is a tool of releases and no part of the program.
    const allowed = [join('gateway', 'pack.ts'), join('subgraphs', 'platform', 'terminal.ts')];
    const writers = ['gateway', 'subgraphs', 'partners'].flatMap(sourcesBelow).filter((path) => {
      const source = readFileSync(join(packageRoot, path), 'utf8');
      return /process\.(stdout|stderr)\.write|console\.\w+\(|= process\.std(out|err)\b/.test(source);
    });
    expect(writers).toEqual(allowed);
  });
});

function sourcesBelow(folder: string): string[] {
  const names = readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts')).map((name) => join(folder, name));
}
