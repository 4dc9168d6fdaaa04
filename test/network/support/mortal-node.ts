import type { ChildProcess } from 'node:child_process';
import type { LocalClient } from '@alcove/client';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { type ServingNode, serveNodeIn } from '../../support/node/run-alcove.ts';

/** A node in a process that is killed and restarted with the same data folder. */
export class MortalNode {
  readonly dataDir: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  #running: Promise<ServingNode> | undefined;
  #nodeUrl = '';
  #local: LocalClient | undefined;
  /** The error output of its processes. */
  readonly errors: string[] = [];

  /** @param args arguments of `alcove serve` */
  constructor(dataDir: string, args: readonly string[]) {
    this.dataDir = dataDir;
    this.#args = args;
  }

  get nodeUrl(): string {
    return this.#nodeUrl;
  }

  get local(): LocalClient {
    if (!this.#local) throw new Error('It has not been started yet.');
    return this.#local;
  }

  get isAlive(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  /** Starts the process; resolves when it answers. */
  async start(): Promise<void> {
    this.#running = serveNodeIn(
      {
        onSpawn: (process) => {
          this.#process = process;
        },
      },
      this.dataDir,
      ...this.#args,
    );
    const { ready } = await this.#running;
    this.#nodeUrl = ready.node_url;
    this.#local = (await openDashboard(this.dataDir)).local;
  }

  /** Kills the process at any time, even during its start. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL');
    const node = await this.#running?.catch(() => undefined);
    if (!node) return;
    await node.end('SIGKILL');
    this.#noteErrors(node);
  }

  /**
   * Ends the process by the signal that a user would send.
   * @returns its exit code
   */
  async end(): Promise<number | null> {
    const node = await this.#running;
    if (!node) return null;
    const code = await node.end();
    this.#noteErrors(node);
    return code;
  }

  #noteErrors(node: ServingNode): void {
    const lines = node.log().split('\n');
    this.errors.push(...lines.filter((line) => line !== '' && !/^\{"level":[1-4]0,/.test(line)));
  }
}
