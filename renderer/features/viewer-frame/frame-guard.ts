import * as z from 'zod';
import { mediaFacts, waveform } from '../../../src/contract/dashboard-api/library/media.ts';
import type { FromViewer } from '../../viewer/messages.ts';

const pages = z.object({ shown: z.int().positive(), total: z.int().positive() });
const key = z.int();

/** The messages of the frame, which hostile content may control. */
const fromViewer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('shown'), pages: pages.optional(), key: key.optional() }),
  z.object({ kind: z.literal('renew'), key: key.optional() }),
  z.object({ kind: z.literal('sampling'), done: z.number().min(0).max(1) }),
  z.object({
    kind: z.literal('sample'),
    bytes: z.instanceof(ArrayBuffer),
    contentType: z.enum(['audio/wav', 'video/webm', 'image/webp', 'image/png']),
  }),
  z.object({
    kind: z.literal('place'),
    place: z.object({
      chapter: z.int().min(0),
      part: z.number().min(0).max(1),
      chapters: z.int().min(1),
    }),
  }),
  z.object({
    kind: z.literal('media'),
    id: z.string(),
    facts: mediaFacts,
    thumbnail: z.instanceof(ArrayBuffer).nullable(),
    waveform: waveform.nullable(),
  }),
  z.object({
    kind: z.literal('no_media'),
    id: z.string(),
    reason: z.enum(['unreadable', 'too_large', 'unsupported', 'unavailable']),
  }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['unreadable', 'too_heavy', 'protected', 'damaged', 'stalled']),
    key: key.optional(),
  }),
  z.object({
    kind: z.literal('time'),
    key,
    time: z.number().nonnegative(),
    duration: z.number().positive().nullable(),
  }),
  z.object({ kind: z.literal('waiting'), key, isWaiting: z.boolean() }),
  z.object({ kind: z.literal('paused'), isPaused: z.boolean() }),
  z.object({ kind: z.literal('sound'), volume: z.number().min(0).max(1), isMuted: z.boolean() }),
  z.object({ kind: z.literal('ended'), key, next: key.nullable() }),
  z.object({ kind: z.literal('wanted'), what: z.enum(['next', 'previous']) }),
]) satisfies z.ZodType<FromViewer>;

/** `silent`: it does not respond; `slow`: it shows nothing in time; `flood`: it sends too many messages. */
export type FrameEnd = 'silent' | 'slow' | 'flood';

interface FrameGuardOptions {
  ping(): void;
  isVisible(): boolean;
  /** Additional ticks before the frame must show something. */
  loadingTicks?: number;
  onMessage(message: FromViewer): void;
  /** Called once; later messages of the frame are ignored. */
  onEnd(end: FrameEnd): void;
}

const tickMs = 1000;
/** Limits in ticks instead of times, so that the sleep of the computer does not count against them. */
const limits = { silentTicks: 10, openingTicks: 20 };
/** Limits of messages: one reply to a ping for each tick, and some others. */
const messages = { max: 60, perTick: 5 };

/**
 * Watches a frame that may be hostile or unresponsive: whether it responds, when it shows something, and how much it
 * sends.
 */
export class FrameGuard {
  readonly #options: FrameGuardOptions;
  readonly #openingTicks: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #isShown = false;
  #isEnded = false;
  /** Ticks since the last message of the frame. */
  #silent = 0;
  /** Ticks in which the content could have been visible. */
  #opening = 0;
  #mayStillSay = messages.max;

  constructor(options: FrameGuardOptions) {
    this.#options = options;
    this.#openingTicks = limits.openingTicks + (options.loadingTicks ?? 0);
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Handles a message of the frame. @param data is not read after the frame has sent too much */
  hear(data: () => unknown): void {
    if (this.#isEnded) return;
    this.#mayStillSay -= 1;
    if (this.#mayStillSay < 0) {
      this.#end('flood');
      return;
    }
    const message = fromViewer.safeParse(data());
    if (!message.success) return;
    this.#silent = 0;
    if (message.data.kind === 'shown' || message.data.kind === 'sampling') this.#isShown = true;
    // A reloaded frame does not show anything yet.
    if (message.data.kind === 'ready') this.#isShown = false;
    if (message.data.kind !== 'alive') this.#options.onMessage(message.data);
  }

  /** Ends the watch without calling `onEnd`. */
  stop(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#mayStillSay = Math.min(messages.max, this.#mayStillSay + messages.perTick);
    this.#silent += 1;
    // Does not count ticks in a hidden window, in which browsers draw nothing.
    if (!this.#isShown && this.#options.isVisible()) this.#opening += 1;
    if (this.#silent > limits.silentTicks) this.#end('silent');
    else if (this.#opening >= this.#openingTicks) this.#end('slow');
    else this.#options.ping();
  }

  #end(end: FrameEnd): void {
    this.stop();
    this.#options.onEnd(end);
  }
}
