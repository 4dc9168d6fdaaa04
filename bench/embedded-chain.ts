import { statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLogger } from '../src/core/log/logger.ts';
import { openEmbeddedChain } from '../src/features/chain/embedded/open-embedded-chain.ts';
import { peakMemory } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_TRANSACTIONS ?? 10_000);
const atOnce = 50;
const nanoTon = 1_000_000n;

/**
 * Measures how long the embedded chain takes to create blocks and to open with many blocks, and how long it blocks the
 * event loop.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const file = join(bench.folder('embedded-chain'), 'blocks');
  const logger = createLogger('silent');
  const chain = await openEmbeddedChain({ file, logger });
  await chain.faucet(addressOf(0), nanoTon);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, (_, index) => chain.faucet(addressOf(done + index), nanoTon)),
    );
  }
  report.figure('a block of one transaction', [(performance.now() - began) / count], 'ms');
  report.figure('event loop of the main thread, p99', [delay.percentile(99) / 1e6 - 5], 'ms');
  delay.disable();
  report.figure('memory of the process', [peakMemory(process.pid)], 'MiB');
  await chain.close();
  report.figure(`journal of ${count} transactions`, [statSync(file).size / 1024 ** 2], 'MiB');
  const opening: number[] = [];
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    const again = await openEmbeddedChain({ file, logger });
    opening.push(performance.now() - start);
    await again.close();
  }
  report.figure(`opening ${count} transactions`, opening, 'ms');
}

/** Returns one of a hundred addresses. */
const addressOf = (n: number): string => `0:${String(n % 100).padStart(64, '0')}`;
