import { execFileSync } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { until } from '../../support/until.ts';
import { crashingOf, openProductPlanner, plannableOf } from './product-planner.ts';

describe('the query planner', () => {
  it('starts its process for the first operation, and uses it for all others', async () => {
    await using planner = openProductPlanner();
    expect(planner.pid).toBeUndefined();
    expect(await planner.plan(plannableOf(1), 'a')).toMatchObject({ kind: 'Fetch', serviceName: 'arrivals' });
    const { pid } = planner;
    expect(pid).toBeGreaterThan(0);
    await Promise.all([2, 3, 4].map((number) => planner.plan(plannableOf(number), 'a')));
    expect(planner.pid).toBe(pid);
  });

  it('refuses an operation that ended the process, at once when it is repeated, and makes all other plans', async () => {
    await using planner = openProductPlanner();
    const killed = [crashingOf(1), crashingOf(2)].map((operation) => planner.plan(operation, 'killer').catch((error: unknown) => error));
    const others = [1, 2, 3].map((number) => planner.plan(plannableOf(number), `other ${number}`));
    const again = planner.plan(crashingOf(1), 'other 4').catch((error: unknown) => error);
    for (const error of [...(await Promise.all(killed)), await again]) expect(error).toMatchObject({ code: 'PLAN_FAILED' });
    for (const node of await Promise.all(others)) expect(node).toMatchObject({ serviceName: 'arrivals' });
    expect(planner.ends).toHaveLength(2);
    for (const cause of planner.causes) expect(cause).toContain('panicked at');
    await expect(planner.plan(crashingOf(2), 'other 5')).rejects.toMatchObject({ code: 'PLAN_FAILED' });
    expect(planner.ends).toHaveLength(2);
  });

  it('refuses new operations of a caller that ends the process again and again, and of no other caller', async () => {
    await using planner = openProductPlanner();
    const codes = new Map<string, number>();
    for (let number = 0; number < 20; number += 1) {
      const error = await planner.plan(crashingOf(number), 'killer').catch((thrown: unknown) => thrown);
      const { code } = error as { code: string };
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(codes).toEqual(
      new Map([
        ['PLAN_FAILED', 4],
        ['RATE_LIMITED', 16],
      ]),
    );
    expect(planner.ends).toHaveLength(4);
    await expect(planner.plan(plannableOf(1), 'killer')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await planner.plan(plannableOf(1), 'other')).toMatchObject({ serviceName: 'arrivals' });
  });

  it('blames no operation for the end of its process by a signal from outside', async () => {
    await using planner = openProductPlanner();
    await planner.plan(plannableOf(1), 'a');
    // A stopped process still has the operation when it is killed.
    process.kill(planner.pid ?? 0, 'SIGSTOP');
    const plan = planner.plan(plannableOf(2), 'a');
    process.kill(planner.pid ?? 0, 'SIGKILL');
    expect(await plan).toMatchObject({ serviceName: 'arrivals' });
    expect(planner.ends).toEqual(['SIGKILL']);
  });

  it('refuses an operation for which it takes too long, and plans the others', async () => {
    await using planner = openProductPlanner();
    await planner.plan(plannableOf(0), 'a');
    process.kill(planner.pid ?? 0, 'SIGSTOP');
    const [slow, other] = [planner.plan(plannableOf(1), 'a').catch((error: unknown) => error), planner.plan(plannableOf(2), 'b')];
    expect(await slow).toMatchObject({ code: 'PLAN_FAILED' });
    expect(await other).toMatchObject({ serviceName: 'arrivals' });
  });

  it('rejects what it has not planned when it is closed, and its process ends', async () => {
    const planner = openProductPlanner();
    await planner.plan(plannableOf(1), 'a');
    const { pid = 0 } = planner;
    const late = planner.plan(plannableOf(2), 'a').catch((error: unknown) => error);
    await planner[Symbol.asyncDispose]();
    expect(await late).toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(planner.plan(plannableOf(3), 'a')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    expect(isRunning(pid)).toBe(false);
  });
});

const redisUrl = inject('redisUrl');

describe.runIf(redisUrl)('a gateway process', () => {
  const openGatewayProcess = (folder: string) =>
    startLandfall(['serve', 'gateway'], {
      environment: {
        REDIS_URL: redisUrl ?? '',
        ACCESS_FILE: `${folder}/access.yaml`,
        ...Object.fromEntries(
          ['ARRIVAL_NOTICES_URL', 'COMMERCIAL_SCHEDULES_URL', 'PORT_CALLS_URL', 'ARRIVALS_URL'].map((name) => [
            name,
            'http://127.0.0.1:9/graphql',
          ]),
        ),
      },
    });
  const codesOf = async (url: string, query: string) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await answer.json()) as { errors: { extensions: { code: string } }[] };
    return errors.map(({ extensions }) => extensions.code);
  };

  it('has no planner before the first plan, survives the end of its planner, and reports it in log and metrics', async () => {
    await using folder = await temporaryFolder();
    await using gateway = await openGatewayProcess(folder.path);
    expect(childrenOf(gateway.pid)).toEqual([]);
    expect(await codesOf(gateway.url, plannableOf(1))).toEqual(['SUBGRAPH_UNAVAILABLE']);
    const [planner = 0] = childrenOf(gateway.pid);
    const line = gateway.nextLine(/the query planner ended/);
    process.kill(planner, 'SIGKILL');
    expect(JSON.parse(await line)).toMatchObject({ level: 50, signal: 'SIGKILL', cause: 'SIGKILL' });
    expect(await codesOf(gateway.url, plannableOf(1))).toEqual(['SUBGRAPH_UNAVAILABLE']);
    expect(childrenOf(gateway.pid)).toEqual([]);
    expect(await codesOf(gateway.url, plannableOf(2))).toEqual(['SUBGRAPH_UNAVAILABLE']);
    expect(childrenOf(gateway.pid)).toHaveLength(1);
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain('landfall_planner_restarts_total{cause="signal"} 1');
  });

  it('takes its planner with it, whichever signal ends it, and keeps it until its end', async () => {
    await using folder = await temporaryFolder();
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await using gateway = await openGatewayProcess(folder.path);
      await codesOf(gateway.url, plannableOf(1));
      const [planner = 0] = childrenOf(gateway.pid);
      process.kill(planner, 'SIGTERM');
      expect(await codesOf(gateway.url, plannableOf(2))).toEqual(['SUBGRAPH_UNAVAILABLE']);
      expect(childrenOf(gateway.pid)).toEqual([planner]);
      await gateway.kill(signal);
      await until(() => !isRunning(planner));
    }
  });
});

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number)).flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
