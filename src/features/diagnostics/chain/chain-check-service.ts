import type {
  ChainCheck,
  ChainCheckRequest,
} from '../../../contract/dashboard-api/administration/chain-check.ts';
import { type Clock, toTimestamp } from '../../../core/clock.ts';
import { abortable } from '../../../core/concurrency/abortable.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { type Finding, failed } from '../check.ts';
import { type ChainCheckStep, chainCheckSteps } from './chain-check-steps.ts';
import type { CheckedChain, CheckedManifest } from './checked-chain.ts';

/** Time limit of a check; a service without a key answers only one request a second. */
const limitMs = 60_000;

export interface ChainCheckOptions {
  /** Opens a network for a check. @throws NodeError `chain_unavailable`, `invalid_request` */
  open: (request: ChainCheckRequest) => Promise<CheckedChain>;
  manifest: CheckedManifest;
  clock: Clock;
  logger: Logger;
  /** Called when a check makes progress. */
  onChange: () => void;
}

const unfinished = failed('diagnostics.checkTimedOut', 'diagnostics.checkTimedOutRemedy');

/** Checks whether this node can sell and buy on a network, which it follows or may join. */
export class ChainCheckService {
  readonly #options: ChainCheckOptions;
  #current: ChainCheck | null = null;
  #running = new AbortController();

  constructor(options: ChainCheckOptions) {
    this.#options = options;
  }

  /** The check that runs or ran last, unless it was cancelled. */
  get current(): ChainCheck | null {
    return this.#current;
  }

  /**
   * Begins a check in the background, and ends an earlier one.
   * @throws NodeError `chain_unavailable`
   */
  async start(request: ChainCheckRequest): Promise<ChainCheck> {
    this.cancel();
    const { signal } = (this.#running = new AbortController());
    const chain = await this.#options.open(request);
    const check = this.#begin(chain, signal, (next) => {
      if (signal.aborted) return;
      this.#current = next;
      this.#options.onChange();
    });
    return check.first;
  }

  /** Runs a check to its end. @throws NodeError `chain_unavailable` */
  async run(request: ChainCheckRequest): Promise<ChainCheck> {
    const chain = await this.#options.open(request);
    return this.#begin(chain, new AbortController().signal, () => {}).last;
  }

  cancel(): void {
    this.#running.abort();
    this.#current = null;
  }

  #begin(chain: CheckedChain, cancelled: AbortSignal, onProgress: (check: ChainCheck) => void) {
    const { manifest, clock } = this.#options;
    const steps = chainCheckSteps({ chain, manifest, clock });
    let check: ChainCheck = {
      network: chain.network,
      started_at: toTimestamp(clock()),
      finished_at: null,
      ready: false,
      platform_need: null,
      checks: steps.map(({ id, title }) => ({ id, title, result: 'waiting', detail: null, remedy: null })),
    };
    const set = (next: Partial<ChainCheck>) => {
      check = { ...check, ...next };
      onProgress(check);
    };
    onProgress(check);
    const first = check;
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(limitMs)]);
    const work = steps.map(async (step, at) => {
      const finding = await this.#find(step, signal);
      set({ checks: check.checks.with(at, { id: step.id, title: step.title, ...finding }) });
    });
    const last = Promise.all(work)
      .then(async () => {
        set({ finished_at: toTimestamp(clock()), ...(await this.#judge(chain, check, signal)) });
        return check;
      })
      .finally(() => chain.close());
    last.catch((error: unknown) => this.#options.logger.error({ err: error }, 'a check of a network failed'));
    return { first, last };
  }

  /** Derives the result of a check from its finished steps. */
  async #judge(chain: CheckedChain, { checks }: ChainCheck, signal: AbortSignal) {
    const isAsked = checks.some(({ id, result }) => id === 'platform' && result !== 'skipped');
    const platform = isAsked ? await abortable(chain.platform(), signal).catch(() => undefined) : undefined;
    const isFollowed = chain.index() !== undefined;
    const isThere = typeof platform?.generation === 'number';
    return {
      platform_need: platform?.need ?? null,
      ready: isFollowed && isThere && checks.every(({ result }) => result !== 'failed'),
    };
  }

  async #find(step: ChainCheckStep, signal: AbortSignal): Promise<Finding> {
    try {
      return await abortable(Promise.resolve(step.run(signal)), signal);
    } catch (error) {
      if (signal.aborted) return unfinished;
      this.#options.logger.error({ err: error, check: step.id }, 'a check of a network failed');
      return failed('diagnostics.checkFailed', 'diagnostics.checkFailedRemedy');
    }
  }
}
