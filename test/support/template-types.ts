import ts from 'typescript';

/** The strictest flags of the templates of Vite and of TypeScript (`tsc --init`). */
const templateFlags: ts.CompilerOptions = {
  strict: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  allowImportingTsExtensions: true,
  types: [],
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmit: true,
};

/**
 * Compiles files as a project does that was created from these templates. The types of packages other than ours are not
 * made for the flags, so their errors do not count.
 *
 * @returns the errors, each with its file
 */
export function typeErrorsIn(files: readonly string[]): readonly string[] {
  return typeErrorsOf(ts.createProgram(files, templateFlags), /node_modules\/(?!@landfall\/)/);
}

/**
 * Returns the type errors of a program, each with its file. Files of other packages are not checked, because that takes most
 * of the time.
 */
export function typeErrorsOf(program: ts.Program, otherPackages: RegExp): readonly string[] {
  const files = program.getSourceFiles().filter(({ fileName }) => !otherPackages.test(fileName));
  const ofFiles = files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ofFiles].map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}
