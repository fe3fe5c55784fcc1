import { type Dispatcher, Pool } from 'undici';

/** The result of one round of load. */
export interface LoadResult {
  /** Number of requests answered with the expected status, per second. */
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends all bodies over several connections, each of which waits for its answer before it sends the next body.
 *
 * @param options.bodies one per request, created in advance so that creating them is not measured
 */
export async function sendAll(options: {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly (string | Buffer)[];
  readonly connections: number;
}): Promise<LoadResult> {
  const { path, headers, bodies } = options;
  return load(options, bodies.length, (pool, index) => pool.request({ path, method: 'POST', headers, body: bodies[index] ?? '' }));
}

/**
 * Requests paths in turn, over several connections, each of which waits for its answer before it sends the next
 * request.
 */
export async function readAll(options: {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly count: number;
}): Promise<LoadResult> {
  const { paths, headers, count } = options;
  return load(options, count, (pool, index) => pool.request({ path: paths[index % paths.length] ?? '', method: 'GET', headers }));
}

async function load(
  { url, connections }: { readonly url: string; readonly connections: number },
  count: number,
  send: (pool: Pool, index: number) => Promise<Dispatcher.ResponseData>,
): Promise<LoadResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  let next = 0;
  const sendNext = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const started = performance.now();
      const answer = await send(pool, index);
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, sendNext));
  const seconds = (performance.now() - started) / 1_000;
  await pool.close();
  times.sort((left, right) => left - right);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { requestsPerSecond: count / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}
