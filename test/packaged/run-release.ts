import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../../scripts/lib/package/desktop-package.mjs';
import { packagedArguments } from '../desktop/support/electron-command.ts';
import { testOnHiddenDisplay } from '../desktop/support/hidden-display.ts';

interface RunningRelease {
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** The exit code, null after a signal. */
  exited: Promise<number | null>;
  /** Its log files, which explain an exit code. */
  log(): string;
}

interface Fixtures {
  /** Starts the release on a data folder of its own. */
  runRelease: (options: { args?: string[]; environment?: Record<string, string> }) => RunningRelease;
}

export const test = testOnHiddenDisplay.extend<Fixtures>({
  runRelease: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'alcove-release-'));
    const started: RunningRelease[] = [];
    await use(({ args = [], environment = {} }) => {
      const child = spawn(executable, packagedArguments(dataDir, args), {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const running = {
        process: child,
        output: () => output,
        exited,
        log: () => filesIn(join(dataDir, 'logs')),
      };
      started.push(running);
      return running;
    });
    for (const { process: child, exited } of started) {
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
});

const filesIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

export { expect } from '@playwright/test';
