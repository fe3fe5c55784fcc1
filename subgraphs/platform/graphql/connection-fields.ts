import { type CountedPage, type Page, pageInfoOf } from '../log/page.ts';

/** A row and the page that can create its cursor. */
export interface Edge<P> {
  readonly row: P extends Page<infer Row> ? Row : never;
  readonly page: P;
}

/** Creates the resolvers of a Relay connection without a count, and of its edges. @param nodeOf returns the node of a row */
export function pageFields<Row, Node, Context>(nodeOf: (row: Row, context: Context) => Node) {
  return {
    connection: {
      edges: <P extends Page<Row>>(page: P) => page.rows.map((row) => ({ row, page }) as Edge<P>),
      nodes: (page: Page<Row>, _: unknown, context: Context) => page.rows.map((row) => nodeOf(row, context)),
      pageInfo: (page: Page<Row>) => pageInfoOf(page),
    },
    edge: {
      cursor: ({ row, page }: { readonly row: Row; readonly page: Page<Row> }) => page.cursorOf(row),
      node: ({ row }: { readonly row: Row }, _: unknown, context: Context) => nodeOf(row, context),
    },
  };
}

/** Creates the resolvers of a Relay connection, and of its edges. @param nodeOf returns the node of a row */
export function connectionFields<Row, Node, Context>(nodeOf: (row: Row, context: Context) => Node) {
  const { connection, edge } = pageFields(nodeOf);
  return { connection: { ...connection, totalCount: (page: CountedPage<Row>) => page.totalCount() }, edge };
}
