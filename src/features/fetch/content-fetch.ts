import { setTimeout as delay } from 'node:timers/promises';
import { NodeError } from '../../core/node-error.ts';
import { WrongBytesError } from '../../core/wrong-bytes.ts';
import type { Pace } from '../../platform/net/bandwidth.ts';
import { usualTimeouts } from '../../platform/net/guarded/guarded-download.ts';
import { Candidates } from './candidates.ts';
import { fetchFailure } from './fetch-failure.ts';
import type { FetchSource, Outcome } from './fetch-source.ts';
import { firstOpen } from './first-open.ts';
import { type Asking, type OpenContent, openContent, type Wanted } from './open-content.ts';
import { Relay } from './relay.ts';

/** Where fetched content goes. */
export interface FetchStore {
  has(sha256: Buffer): boolean;
  /**
   * Keeps a content as a copy once its hash is right; until then nothing shows of it.
   * @throws WrongBytesError, or NodeError when this node can't keep it
   */
  receive(sha256: Buffer, source: AsyncIterable<Uint8Array>, arriving: Arriving): Promise<void>;
}

/** What another node says of a content that it sends: nothing of it is proven. */
export interface Arriving {
  /** In bytes. */
  sizeHint: number;
  contentType: string | undefined;
  fileName: string | undefined;
  /** The node that began to send. */
  host: string;
  signal: AbortSignal;
}

export interface FetchTiming {
  /** After so much silence another node is asked as well. */
  hedgeMs: number;
  /** A node that broke off is given so much time before it is asked again; twice as much the next time. */
  retryMs: number;
  /** While others may have it, a node has so much time to send as fast as most can. */
  briskMs: number;
}

const BRISK_BYTES_PER_S = 64 * 1024;

export interface ContentFetchOptions {
  sha256: Buffer;
  sources: readonly FetchSource[];
  /** Its size, where the index knows one. */
  expectedSize: number | undefined;
  maxBytes: number;
  asking: Asking;
  timing: FetchTiming;
  store: FetchStore;
  pace: Pace;
  /** It begins, or begins anew, with so many bytes to come. */
  onBegin: (opened: OpenContent) => void;
  onPiece: (host: string, bytes: number) => void;
  /** So many bytes of what was kept came from this node. */
  onReceived: (host: string, bytes: number) => void;
  /** It wants to be left alone for so long. */
  onBusy: (host: string, forMs: number) => void;
  /** It alone sent a whole content, which was another one. */
  onLied: (host: string) => void;
}

const isNoRoom = (error: unknown): error is NodeError =>
  error instanceof NodeError && error.code === 'insufficient_storage';

/** As long as others may have it, a node that sends slowly is not what is waited for. */
const brisk = (asking: Asking, { briskMs }: FetchTiming): Asking => ({
  ...asking,
  timeouts: { ...(asking.timeouts ?? usualTimeouts), slowMs: briskMs, slowest: BRISK_BYTES_PER_S },
});

/**
 * Brings one content from whoever has it (protocol, section 7): at first from several nodes as it comes,
 * then, when that went wrong, whole from one after the other.
 */
export class ContentFetch {
  readonly #options: ContentFetchOptions;
  readonly #candidates: Candidates;
  #cameWrong = false;
  #maxBytes: number;
  #noRoom: NodeError | undefined;

  constructor(options: ContentFetchOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes;
    this.#candidates = new Candidates(options.sources);
  }

  /** @throws NodeError; the signal's reason when that ends it */
  async run(signal: AbortSignal): Promise<void> {
    const { expectedSize } = this.#options;
    const suspects = await this.#attempt(expectedSize, signal);
    if (!suspects) return;
    const open = this.#candidates.open();
    for (const source of open.sort((a, b) => Number(suspects.has(a)) - Number(suspects.has(b)))) {
      this.#candidates.alone(source);
      if (!(await this.#attempt(undefined, signal))) return;
    }
    throw this.#noRoom ?? fetchFailure(this.#candidates, this.#cameWrong, this.#options.maxBytes);
  }

  /**
   * Brings it from whoever is in the line. Where there is no room for what is offered, somebody may have lied
   * about its size: then from whoever offers less.
   * @returns undefined when it is stored, else whose bytes were taken in vain
   */
  async #attempt(total: number | undefined, signal: AbortSignal): Promise<Set<FetchSource> | undefined> {
    const most = this.#maxBytes;
    const suspects = await this.#attemptOnce(total, signal);
    return this.#maxBytes < most ? this.#attempt(undefined, signal) : suspects;
  }

  async #attemptOnce(total: number | undefined, signal: AbortSignal): Promise<Set<FetchSource> | undefined> {
    const first = await this.#open(0, total, signal);
    signal.throwIfAborted();
    if (!first) return new Set();
    const { sha256, store, onBegin, onReceived } = this.#options;
    const { total: sizeHint, contentType, fileName } = first;
    const relay = this.#relay(first, signal);
    onBegin(first);
    try {
      const arriving = { sizeHint, contentType, fileName, host: first.source.host, signal };
      await store.receive(sha256, relay.bytes(), arriving);
      for (const [{ host }, bytes] of relay.received) onReceived(host, bytes);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      const senders = new Set(relay.received.keys()).add(first.source);
      if (error instanceof WrongBytesError) this.#cameWrongFrom(senders);
      else if (isNoRoom(error)) this.#foundNoRoom(first, error);
      else if (!relay.isBroken) throw error;
      return senders;
    } finally {
      await relay.close();
    }
  }

  #open(offset: number, total: number | undefined, signal: AbortSignal): Promise<OpenContent | undefined> {
    const { sha256, onBusy, timing } = this.#options;
    const maxBytes = this.#maxBytes;
    return firstOpen({
      candidates: this.#candidates,
      open: (source, either) => this.#ask(source, { sha256, offset, total, maxBytes, onBusy }, either),
      hedgeMs: timing.hedgeMs,
      signal,
    });
  }

  async #ask(source: FetchSource, wanted: Wanted, signal: AbortSignal): Promise<OpenContent | Outcome> {
    const { asking, timing } = this.#options;
    const tries = this.#candidates.triesOf(source);
    if (tries === 0) {
      const isOneOfMany = this.#candidates.hasOthers(source);
      return openContent(source, wanted, isOneOfMany ? brisk(asking, timing) : asking, signal);
    }
    if (this.#candidates.isDisputed) return 'other_size';
    await delay(timing.retryMs * tries, undefined, { signal }).catch(() => {});
    return openContent(source, wanted, asking, signal);
  }

  #relay(first: OpenContent, signal: AbortSignal): Relay {
    const { onPiece, pace } = this.#options;
    return new Relay({
      first,
      goOn: (offset) => this.#open(offset, first.total, signal),
      onBrokeOff: (source, brought) => this.#candidates.brokeOff(source, brought),
      onPiece: ({ host }, bytes) => onPiece(host, bytes),
      pace,
      signal,
    });
  }

  #foundNoRoom({ source, total }: OpenContent, error: NodeError): void {
    this.#candidates.note(source, 'too_large');
    this.#maxBytes = total - 1;
    this.#noRoom = error;
  }

  /** Where several sent parts of it, nobody knows who is wrong. */
  #cameWrongFrom(senders: ReadonlySet<FetchSource>): void {
    this.#cameWrong = true;
    const [only, ...others] = senders;
    if (!only || others.length > 0) return;
    this.#candidates.note(only, 'lied');
    this.#options.onLied(only.host);
  }
}
