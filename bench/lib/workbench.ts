import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server in a process of its own. `ready` is what its first line of stdout says, as JSON. */
export interface ServerProcess {
  pid: number;
  ready: Record<string, unknown>;
  end(): Promise<void>;
}

/** Owns what a bench starts and writes, and takes it away again, also when the bench is cut off. */
export class Workbench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'alcove-bench-'));
  readonly #running = new Set<ChildProcess>();

  /** A new empty folder. */
  folder(name: string): string {
    const path = join(this.#folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Starts a program that says in JSON on its first line of stdout that it is ready. */
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

  /** Lets what runs end, but not for ever. */
  async end(): Promise<void> {
    const ended = [...this.#running].map((child) => {
      child.kill('SIGTERM');
      return once(child, 'close');
    });
    await Promise.race([Promise.all(ended), sleep(5000, undefined, { ref: false })]);
    this.close();
  }

  /** Ends everything at once; may be called while the process exits. */
  close(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
