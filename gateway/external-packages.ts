/**
 * The packages that the published package installs, because they contain binaries for the platform. All others are
 * bundled into the program in the versions of the lockfile, so that a package above the installed one, such as another
 * `graphql`, is never loaded in place of ours.
 */
export const externalPackages: readonly string[] = ['@graphql-hive/router-query-planner', 'libsql'];
