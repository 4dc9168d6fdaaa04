import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../../test/support/replicas/cluster.ts';
import { processTree } from './process-tree.ts';
import { processorSeconds } from './process-usage.ts';

/** Returns PostgreSQL's processes: the server, and its children, which serve its connections. */
export function databaseProcesses({ server }: Cluster): number[] {
  const [pid] = readFileSync(join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n');
  return processTree(Number(pid));
}

/** The processor time of other programs for each request, while nodes are under load. */
export class ProcessorTime {
  /** In milliseconds, one for each load. */
  readonly msEach: number[] = [];
  readonly #pids: () => number[];

  constructor(pids: () => number[]) {
    this.#pids = pids;
  }

  /** @param load resolves with the requests per second, of `seconds` */
  async during<M extends { rate: number }>(load: () => Promise<M>, seconds: number): Promise<M> {
    const before = this.#total();
    const measured = await load();
    this.msEach.push(((this.#total() - before) * 1000) / (measured.rate * seconds));
    return measured;
  }

  #total(): number {
    return this.#pids().reduce((sum, pid) => sum + processorSeconds(pid), 0);
  }
}
