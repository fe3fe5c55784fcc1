import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { settings } from '#platform/config.ts';

const root = join(import.meta.dirname, '..');

/**
 * Writes the declarations of the modules `landfall` and `landfall/apollo` to a folder. They contain those of the bundled
 * packages, because another version of a package, or none, may be installed beside ours.
 */
export async function writeTypes(folder: string): Promise<void> {
  const bundle = await rollup({
    input: join(root, 'gateway/apollo.ts'),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json'), respectExternal: true })],
    onwarn: ({ code, message }) => {
      if (code !== 'UNRESOLVED_IMPORT' && code !== 'CIRCULAR_DEPENDENCY') throw new Error(message);
    },
  });
  await bundle.write({ file: join(folder, 'apollo.d.ts') });
  await bundle.close();
  await writeFile(join(folder, 'settings.d.ts'), settingsTypes());
  const source = await readFile(join(root, 'gateway/start-landfall.ts'), 'utf8');
  const { outputText } = ts.transpileDeclaration(source, { fileName: 'start-landfall.ts' });
  const published = outputText.replace("'#platform/config.ts'", "'./settings.js'").replace("'./apollo.ts'", "'./apollo.js'");
  await writeFile(join(folder, 'start-landfall.d.ts'), published);
}

/** Returns the declaration of the settings, with their descriptions and without the types of zod. */
function settingsTypes(): string {
  const path = join(root, 'subgraphs/platform/config.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([path], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const symbol = file && checker.getSymbolAtLocation(file);
  const alias = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'Settings');
  if (alias === undefined) throw new Error(`expected ${path} to export Settings`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(alias)).map((member) => {
    const type = checker.typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation);
    const description = settings.shape[member.name as keyof typeof settings.shape].description;
    return `  /** ${description} */\n  readonly ${member.name}?: ${type};\n`;
  });
  return `/** The settings as a program gives them; strings have the syntax of the environment. */\nexport interface Settings {\n${members.join('')}}\n`;
}
