import { startBuiltThread } from '../built-thread.ts';
import type { Logger } from '../logger.ts';
import { type SignatureTask, signaturesOf } from './signature.ts';
import type { ThreadTask } from './signing-thread.ts';

/** A message to sign. */
export interface SignedMessage {
  /**
   * The same in all attempts, so that a receiver can detect repeats. It contains no dot, which separates it from the
   * time.
   */
  readonly id: string;
  /** Time of this attempt, in milliseconds since 1970. */
  readonly now: number;
  /** The body as it is sent. */
  readonly body: Buffer;
}

/** Signs messages by Standard Webhooks. */
export interface Signer extends AsyncDisposable {
  /**
   * Returns the headers of one attempt: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
   * HMAC-SHA256 for each secret, so that a receiver can rotate its secret. Without a secret there is no signature.
   *
   * @param secrets Base64, with or without the prefix `whsec_`
   * @see Standard Webhooks 1.0.0, "Signature scheme"
   */
  sign(message: SignedMessage, secrets: readonly string[]): Promise<Record<string, string>>;
}

/** Size above which signing a body costs more than handing it to another thread. */
const largeBytes = 32 * 1024;

/**
 * Opens a signer. Large bodies are signed on a thread that starts with the first of them, because signing is a sixth of
 * the work for such a message. Small bodies, and large ones while the thread is busy, are signed immediately.
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
  /** @returns undefined when the thread has no capacity */
  sign(task: SignatureTask): Promise<string> | undefined;
}

interface Waiting {
  readonly task: SignatureTask;
  readonly place: Place;
  readonly resolve: (signatures: string) => void;
}

/** A part of the memory that both threads share. */
interface Place {
  readonly offset: number;
  body: Uint8Array | undefined;
  /** Number of pending signatures of the body. */
  waiting: number;
}

/** Maximum number of bodies in the shared memory, as many as a deliverer keeps, and maximum size of each. */
const [maxBodies, maxBodyBytes] = [16, 1_048_576];
/** Number of signatures in one message to the thread, because waking it costs as much as signing a small body. */
const maxBatch = 4;
/** Maximum number of pending signatures. */
const maxWaiting = 200;

function startSigningThread(logger: Logger): SigningThread {
  const memory = new SharedArrayBuffer(maxBodies * maxBodyBytes);
  const bytes = new Uint8Array(memory);
  // The most recently used place is last.
  const places = Array.from({ length: maxBodies }, (_, index): Place => ({ offset: index * maxBodyBytes, body: undefined, waiting: 0 }));
  const worker = startBuiltThread('subgraphs/platform/upstream/signing-thread', memory);
  let unsent: Waiting[] = [];
  let sent: Waiting[] = [];
  let isGone = false;

  /** One body goes to many subscribers, so it is copied once for as long as it keeps its place. */
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
    for (let from = 0; from < unsent.length; from += maxBatch) worker.postMessage(unsent.slice(from, from + maxBatch).map(taskOf));
    sent = [...sent, ...unsent];
    unsent = [];
  };

  // Callers that await signatures keep the process alive; an idle thread must not.
  worker.unref();
  worker.on('message', (signatures: readonly string[]) => {
    const answered = sent.slice(0, signatures.length);
    sent = sent.slice(signatures.length);
    for (const [index, { place, resolve }] of answered.entries()) {
      place.waiting -= 1;
      resolve(signatures[index] as string);
    }
  });
  worker.on('error', (error) => logger.error({ err: error }, 'the signing thread failed; signing continues on the main thread'));
  worker.on('exit', () => {
    isGone = true;
    for (const { task, resolve } of [...sent, ...unsent]) resolve(signaturesOf(task));
    [sent, unsent] = [[], []];
  });

  return {
    sign: (task) => {
      if (isGone || task.body.length > maxBodyBytes || sent.length + unsent.length >= maxWaiting) return undefined;
      const place = placeOf(task.body);
      if (place === undefined) return undefined;
      place.waiting += 1;
      return new Promise((resolve) => {
        if (unsent.length === 0) setImmediate(send);
        unsent.push({ task, place, resolve });
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
