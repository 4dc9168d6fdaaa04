import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable } from '../../scripts/lib/desktop-package.mjs';
import { packagedArguments } from '../desktop/support/electron-command.ts';
import { testOnHiddenDisplay } from '../desktop/support/hidden-display.ts';

interface RunningRelease {
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** The exit code, null after a signal. */
  exited: Promise<number | null>;
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
      const running = { process: child, output: () => output, exited };
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

export { expect } from '@playwright/test';
