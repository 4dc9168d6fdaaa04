import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Logger } from '../../core/log/logger.ts';

/** Pause before a connection is opened again. */
const retryMs = 1_000;
/** Time without notifications after which the connection is tried. */
const checkMs = 5_000;

/** Receives notifications. A call that rejects is followed by `missed`, on a new connection. */
export interface Follower {
  /** Gets the payloads that arrived since the last call. */
  notified(payloads: readonly string[]): Promise<void>;
  /** Called when following begins, and when notifications may have been missed. */
  missed(): Promise<void>;
}

export interface NotificationOptions {
  config: ClientConfig;
  /** A name of SQL. */
  channel: string;
  follower: Follower;
  logger: Logger;
}

/** Follows the notifications of a channel on a connection of its own, which it opens again when it is lost. */
export class Notifications {
  readonly #options: NotificationOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: NotificationOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { channel, logger } = this.#options;
    let isLost = false;
    const begun = () => {
      if (isLost) logger.info({ channel }, 'notifications of the database are followed again');
      isLost = false;
    };
    while (!signal.aborted) {
      try {
        await this.#follow(begun);
      } catch (error) {
        if (signal.aborted) return;
        if (!isLost) logger.warn({ err: error, channel }, 'notifications of the database were lost');
        isLost = true;
        await delay(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Follows on one connection until it is lost or the following stops. */
  async #follow(begun: () => void): Promise<void> {
    const { config, channel, follower } = this.#options;
    const { signal } = this.#stopping;
    const client = new Client(config);
    const lost = new AbortController();
    const ends = AbortSignal.any([signal, lost.signal]);
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The connection was closed')));
    const payloads = new Set<string>();
    let arrived = Promise.withResolvers<void>();
    client.on('notification', ({ payload = '' }) => {
      payloads.add(payload);
      arrived.resolve();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await follower.missed();
      begun();
      while (!signal.aborted) {
        await untilArrived(arrived.promise, ends);
        lost.signal.throwIfAborted();
        if (payloads.size === 0) await client.query('SELECT 1');
        arrived = Promise.withResolvers<void>();
        const received = [...payloads];
        payloads.clear();
        if (received.length > 0) await follower.notified(received);
      }
    } finally {
      // Without waiting, since a network that does not respond does not even close.
      void client.end().catch(() => {});
    }
  }
}

/** Resolves when something arrived, when it is time to check the connection, and when the following ends. */
async function untilArrived(arrived: Promise<void>, ends: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const signal = AbortSignal.any([ends, waiting.signal]);
  await Promise.race([arrived, delay(checkMs, undefined, { signal }).catch(() => {})]);
  waiting.abort();
}
