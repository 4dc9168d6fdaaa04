import type { PracticeChain } from '../../contract/shell/practice-process.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import type { Logger } from '../../core/log/logger.ts';
import { shuttingDown } from '../../core/node-error.ts';
import type { SettingsLayer } from '../../core/settings.ts';

/** The public node of the practice network, in its own process. */
export interface PracticeNode {
  /** URL of its node API. */
  url: string;
  /** Token for storing files there as its owner. */
  token: string;
  stop(): Promise<void>;
  /** Resolves with the chain of the practice network once it runs. */
  chain: Promise<PracticeChain>;
  /** Calls back once when the process ends unexpectedly. */
  onExit(callback: () => void): void;
}

/** Starts the public node: the desktop shell in a utility process, the command line in a child process. */
export type PracticeLauncher = (options: {
  dataDir: string;
  /** Whether practice people sell and buy there. */
  people?: boolean;
  /** Ends a process that is still starting; the promise then rejects. */
  signal: AbortSignal;
}) => Promise<PracticeNode>;

export interface PracticeNetworkOptions {
  launch: PracticeLauncher;
  dataDir: string;
  /** Whether practice people sell and buy there. */
  people: boolean;
  settingsStore: SettingsLayer;
  /** Called with the public node when it responds, with undefined when it has ended permanently. */
  onNode: (node: Pick<PracticeNode, 'url' | 'token'> | undefined) => Promise<void>;
  /** Called with the chain of the practice network when it runs, with undefined when it has ended permanently. */
  onChain: (chain: (PracticeChain & { host: string }) | undefined) => void;
  logger: Logger;
}

const longestPauseMs = 60_000;

/** Runs a public node for practice, also after restarts, until it is stopped; restarts its process when that ends. */
export class PracticeNetwork {
  readonly #options: PracticeNetworkOptions;
  #starting: Promise<void> | undefined;
  /** Cancels the start of the process. */
  #launch: AbortController | undefined;
  #process: PracticeNode | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isWanted = false;
  #isClosed = false;
  /** Runs concurrent starts and stops one after the other. */
  readonly #turns = new KeyedMutex();

  constructor(options: PracticeNetworkOptions) {
    this.#options = options;
  }

  /** Returns whether practice mode is on. */
  get running(): boolean {
    return this.#isWanted;
  }

  /** Starts the practice network and stores that; resolves when its node responds. */
  start(): Promise<void> {
    return this.#exclusively(async () => {
      const wanted = this.#isWanted;
      try {
        await this.#run();
      } catch (error) {
        this.#isWanted = wanted;
        throw error;
      }
      this.#options.settingsStore.write({ network: { practice: true } });
    });
  }

  /** Restarts the practice network of an earlier run in the background. */
  resume(): void {
    this.#run().catch((error: unknown) => this.#restartLater(error, 1000));
  }

  /** Ends the practice network and stores that. */
  stop(): Promise<void> {
    return this.#exclusively(async () => {
      this.#options.settingsStore.write({ network: { practice: false } });
      await this.#end();
      this.#options.onChain(undefined);
      await this.#options.onNode(undefined);
    });
  }

  /** Ends the process; the next start of the node resumes it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    return this.#turns.run('', async () => {
      if (this.#isClosed) throw shuttingDown();
      await work();
    });
  }

  async #end(): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#restart);
    this.#launch?.abort();
    await this.#starting?.catch(() => {});
    const process = this.#process;
    this.#process = undefined;
    await process?.stop();
  }

  #run(): Promise<void> {
    this.#isWanted = true;
    if (this.#process) return Promise.resolve();
    this.#starting ??= this.#startProcess().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #startProcess(): Promise<void> {
    const launchedAt = Date.now();
    const { launch, dataDir, people } = this.#options;
    this.#launch = new AbortController();
    const launched = launch({ dataDir, people, signal: this.#launch.signal });
    const process = await launched.finally(() => {
      this.#launch = undefined;
    });
    this.#process = process;
    process.onExit(() => {
      if (this.#process !== process) return;
      this.#process = undefined;
      this.#restartLater(
        new Error('the practice node has ended'),
        Date.now() - launchedAt > longestPauseMs ? 1000 : 5000,
      );
    });
    void process.chain.then((chain) => {
      if (this.#process === process) this.#options.onChain({ ...chain, host: process.url });
    });
    await this.#options.onNode(process);
  }

  #restartLater(error: unknown, pauseMs: number): void {
    this.#options.logger.warn({ err: error }, 'the practice node is not running; restarting it');
    clearTimeout(this.#restart);
    if (!this.#isWanted) return;
    this.#restart = setTimeout(() => {
      this.#run().catch((again: unknown) => this.#restartLater(again, Math.min(pauseMs * 2, longestPauseMs)));
    }, pauseMs);
  }
}
