/**
 * The file names of the editor's language services, written by `build.ts`, by the labels with which the editor requests
 * them.
 */
const workers: Readonly<Record<string, string>> = { json: 'json.worker.js', graphql: 'graphql.worker.js' };

/** Configures the editor to start its language services from files of this origin. */
export function provideWorkers(): void {
  const getWorker = (_id: string, label: string) => new Worker(`graphiql/${workers[label] ?? 'editor.worker.js'}`, { type: 'module' });
  Object.assign(globalThis, { MonacoEnvironment: { getWorker } });
}
