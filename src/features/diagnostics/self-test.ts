import type { SelfTest as SelfTestDocument } from '../../contract/dashboard-api/administration/diagnostics.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { toMessage } from '../../core/messages/message.ts';
import { type Check, type CheckResult, failed } from './check.ts';

const usualLimitMs = 15_000;

export interface SelfTestOptions {
  /** Creates the checks for each run. */
  checks: () => readonly Check[];
  clock: Clock;
  logger: Logger;
  /** Time limit of a check in ms; 15 s by default. */
  limitMs?: number;
}

/** Runs all checks concurrently. */
export class SelfTest {
  readonly #options: SelfTestOptions;
  #running: Promise<SelfTestDocument> | undefined;

  constructor(options: SelfTestOptions) {
    this.#options = options;
  }

  /** Runs the checks within 15 s; concurrent callers get the same result. Never rejects. */
  run(): Promise<SelfTestDocument> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<SelfTestDocument> {
    const { checks, clock, limitMs = usualLimitMs } = this.#options;
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), limitMs);
    try {
      const results = await Promise.all(checks().map((check) => this.#result(check, end.signal)));
      return { checked_at: toTimestamp(clock()), checks: results };
    } finally {
      clearTimeout(timer);
      end.abort();
    }
  }

  async #result(check: Check, signal: AbortSignal): Promise<CheckResult> {
    const { id } = check;
    const title = toMessage(check.title);
    const tooLate = new Promise<typeof unfinished>((resolve) => {
      signal.addEventListener('abort', () => resolve(unfinished), { once: true });
    });
    try {
      return { id, title, ...(await Promise.race([check.run(signal), tooLate])) };
    } catch (error) {
      if (signal.aborted) return { id, title, ...unfinished };
      this.#options.logger.error({ err: error, check: id }, 'a check of the self-test failed');
      return { id, title, ...failed('diagnostics.checkFailed', 'diagnostics.checkFailedRemedy') };
    }
  }
}

const unfinished = failed('diagnostics.checkTimedOut', 'diagnostics.checkTimedOutRemedy');
