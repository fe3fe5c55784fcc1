import type { Server } from 'node:http';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { start } from '../../../gateway/main.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners, type Pushed, type TestPartner, type TestPartners } from '../../support/partners.ts';

/** A response to a subscriber. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; undefined for an empty one. */
  readonly body: unknown;
  /** The rows of the page, in any of the standards. */
  readonly rows: readonly Record<string, unknown>[];
  readonly feedback: readonly { severity: string; message: string }[];
}

/** A Landfall in this process with partners that push to it and subscribers that read from it. */
export interface Publishing extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  readonly partners: TestPartners;
  /** Environment for a `landfall` command on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reads below `/dcsa` as a partner; by default as `reader`, with null without credentials. */
  get(path: string, as?: string | null, request?: RequestInit): Promise<Got>;
  /** Reads all pages of a query. */
  walk(path: string, as?: string): Promise<Got[]>;
  push(id: string, pushed: Pushed): Promise<void>;
  /** Replaces a partner's file, which is reloaded shortly afterwards. */
  rewrite(id: string, partner: TestPartner): Promise<void>;
}

/** Subscribers by what they see: everything, no charges, one party, no port calls, one partner. */
export const subscribers: Readonly<Record<string, TestPartner>> = {
  reader: { lines: ['publish: {}'] },
  frugal: { lines: ['publish: { see: { charges: false } }'] },
  consignee: { lines: ['publish: { see: { parties: [{ codeListProvider: ZZZ, partyCode: ROASTERS }] } }'] },
  landsman: { lines: ['publish: { see: { portCalls: false } }'] },
  exclusive: { lines: ['publish: { see: { partners: [acme] } }'] },
};

/** Starts it with partners `acme` and `coral`, which push, and {@link subscribers}. */
export async function openPublishing(
  more: Readonly<Record<string, TestPartner>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Publishing> {
  const folder = await temporaryFolder();
  const partners = await openPartners({ acme: {}, coral: {}, ...subscribers, ...more });
  await partners.writeFiles(folder.path);
  const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml` };
  const config = readConfig({ PORT: '0', ...folders, ...environment });
  const running = await start('all', config, createLogger(environment['LOG_LEVEL'] ?? 'silent'), {
    env: environment,
    evaluatesArrivals: false,
  });
  const get: Publishing['get'] = async (path, as = 'reader', request = {}) => {
    const headers = new Headers(request.headers);
    if (as !== null) headers.set('x-api-key', `key-of-${as}`);
    const answer = await fetch(`${running.url}/dcsa${path}`, { ...request, headers });
    const text = await answer.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { arrivalNotices, events, feedbackElements } = (body ?? {}) as Record<string, never>;
    const rows = Array.isArray(body) ? body : (arrivalNotices ?? events ?? []);
    return { status: answer.status, headers: answer.headers, text, body, rows, feedback: feedbackElements ?? [] };
  };
  return {
    url: running.url,
    server: running.app.server,
    partners,
    environment: { ...folders, ...environment },
    get,
    walk: async (path, as) => {
      const pages: Got[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
        const page: Got = await get(`${path}${query}`, as);
        pages.push(page);
        cursor = page.headers.get('next-page-cursor');
      }
      return pages;
    },
    push: (id, pushed) => partners.push(running.url, id, pushed),
    rewrite: (id, partner) => partners.writeFile(folder.path, id, partner),
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
