import { startBuiltThread } from '../built-thread.ts';
import type { Logger } from '../logger.ts';
import { type SignatureTask, signaturesOf } from './signature.ts';
import type { ThreadTask } from './signing-thread.ts';

/** What is signed. */
export interface SignedMessage {
  /** The same in all attempts: a receiver drops repeats by it. Without a dot, which separates it from the time. */
  readonly id: string;
  /** When this attempt is made; milliseconds since 1970. */
  readonly now: number;
  /** As it goes over the wire. */
  readonly body: Buffer;
}

/** Signs messages as Standard Webhooks has it. */
export interface Signer extends AsyncDisposable {
  /**
   * Gives the headers of one attempt: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
   * HMAC-SHA256 for each secret, so that a receiver may change from one to the other in its own time; without a secret
   * there is no signature.
   *
   * @param secrets Base64, with or without `whsec_` before it
   * @see Standard Webhooks 1.0.0, "Signature scheme"
   */
  sign(message: SignedMessage, secrets: readonly string[]): Promise<Record<string, string>>;
}

/** Bytes of a body from which signing it costs more than asking another thread to. */
const largeBytes = 32 * 1024;

/**
 * Opens a signer. Large bodies are signed on a thread that is started with the first of them, since that is a sixth of
 * all work that such a message makes; small ones at once, and so are large ones when the thread has its hands full.
 */
export function openSigner({ logger }: { readonly logger: Logger }): Signer {
  let thread: SigningThread | undefined;
  const signed = (task: SignatureTask): string | Promise<string> => {
    if (task.body.length < largeBytes) return signaturesOf(task);
    thread ??= startSigningThread(logger);
    return thread.sign(task) ?? signaturesOf(task);
  };
  return {
    sign: async ({ id, now, body }, secrets) => {
      const timestamp = String(Math.floor(now / 1_000));
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
      if (secrets.length === 0) return headers;
      return { ...headers, 'webhook-signature': await signed({ head: `${id}.${timestamp}.`, body, secrets }) };
    },
    [Symbol.asyncDispose]: async () => thread?.[Symbol.asyncDispose](),
  };
}

interface SigningThread extends AsyncDisposable {
  /** @returns undefined when there is no room for it */
  sign(task: SignatureTask): Promise<string> | undefined;
}

interface Waiting {
  readonly task: SignatureTask;
  readonly place: Place;
  readonly done: (signatures: string) => void;
}

/** A part of the memory that both threads see. */
interface Place {
  readonly offset: number;
  body: Uint8Array | undefined;
  /** Signatures of the body that are waited for. */
  waiting: number;
}

/** Bodies in the memory that both threads see, and bytes of it that each of them may take. */
const [maxBodies, maxBodyBytes] = [8, 1_048_576];
/** Signatures that are asked for together: waking a thread costs as much as a small body. */
const maxTogether = 4;
/** Signatures that are waited for. */
const maxWaiting = 200;

function startSigningThread(logger: Logger): SigningThread {
  const memory = new SharedArrayBuffer(maxBodies * maxBodyBytes);
  const bytes = new Uint8Array(memory);
  // The one that was used last stands last.
  const places = Array.from({ length: maxBodies }, (_, index): Place => ({ offset: index * maxBodyBytes, body: undefined, waiting: 0 }));
  const worker = startBuiltThread('subgraphs/platform/upstream/signing-thread', memory);
  let unsent: Waiting[] = [];
  let sent: Waiting[] = [];
  let isGone = false;

  /** One body goes to many subscribers, so it is copied once for as long as it stays there. */
  const placeOf = (body: Uint8Array): Place | undefined => {
    const known = places.findIndex((place) => place.body === body);
    const index = known === -1 ? places.findIndex(({ waiting }) => waiting === 0) : known;
    const [place] = index === -1 ? [] : places.splice(index, 1);
    if (place === undefined) return undefined;
    places.push(place);
    if (known === -1) bytes.set(body, place.offset);
    place.body = body;
    return place;
  };
  const send = () => {
    for (let from = 0; from < unsent.length; from += maxTogether) worker.postMessage(unsent.slice(from, from + maxTogether).map(taskOf));
    sent = [...sent, ...unsent];
    unsent = [];
  };

  // Whoever waits for a signature keeps the process alive otherwise.
  worker.unref();
  worker.on('message', (signed: readonly string[]) => {
    const answered = sent.slice(0, signed.length);
    sent = sent.slice(signed.length);
    for (const [index, { place, done }] of answered.entries()) {
      place.waiting -= 1;
      done(signed[index] as string);
    }
  });
  worker.on('error', (error) => logger.error({ err: error }, 'the signing thread failed; signing continues on the main thread'));
  worker.on('exit', () => {
    isGone = true;
    for (const { task, done } of [...sent, ...unsent]) done(signaturesOf(task));
    [sent, unsent] = [[], []];
  });

  return {
    sign: (task) => {
      if (isGone || task.body.length > maxBodyBytes || sent.length + unsent.length >= maxWaiting) return undefined;
      const place = placeOf(task.body);
      if (place === undefined) return undefined;
      place.waiting += 1;
      return new Promise((done) => {
        if (unsent.length === 0) setImmediate(send);
        unsent.push({ task, place, done });
      });
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}

function taskOf({ task: { head, body, secrets }, place: { offset } }: Waiting): ThreadTask {
  return { head, secrets, offset, length: body.length };
}
