import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server in a separate process. `ready` is the first line of its stdout, parsed as JSON. */
export interface ServerProcess {
  pid: number;
  ready: Record<string, unknown>;
  end(): Promise<void>;
}

/** Owns the processes and files of a bench, and removes them at its end, also after an interruption. */
export class Workbench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'alcove-bench-'));
  readonly #running = new Set<ChildProcess>();

  /** Creates an empty folder. */
  folder(name: string): string {
    const path = join(this.#folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Starts a program whose first line of stdout says in JSON that it is ready. */
  async server(program: string, args: readonly string[]): Promise<ServerProcess> {
    const child = this.run(program, args);
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const line = await Promise.race([
      new Promise<string>((resolve) => {
        if (child.stdout) createInterface(child.stdout).once('line', resolve);
      }),
      ended.then(() => Promise.reject(new Error(`${program} ${args.join(' ')} ended: ${log}`))),
    ]);
    return {
      pid: child.pid ?? 0,
      ready: JSON.parse(line),
      end: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  /** Starts a program that ends with the bench at the latest. */
  run(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Ends the programs and removes the files. */
  async end(): Promise<void> {
    await this.endAll();
    this.close();
  }

  /** Ends the programs; waits for a limited time until they have ended. */
  async endAll(): Promise<void> {
    const ended = [...this.#running].map((child) => {
      child.kill('SIGTERM');
      return once(child, 'close');
    });
    await Promise.race([Promise.all(ended), sleep(5000, undefined, { ref: false })]);
  }

  /** Ends everything at once; may be called while the process exits. */
  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
