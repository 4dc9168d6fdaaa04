import { Throttle } from '../../core/concurrency/throttle.ts';
import type { RowListener } from '../../platform/sqlite/commands.ts';

/** The replicated tables whose rows each of these concerns. */
const tables = {
  contents: ['contents', 'content_holders', 'content_changes', 'copies', 'hidden_contents'],
  blocks: ['blocked'],
  damages: ['damages'],
  signIn: ['users', 'wallets', 'sessions'],
  tokens: ['api_tokens'],
} as const;

type Topic = keyof typeof tables;
const topics = Object.keys(tables) as Topic[];

const everyMs = 1_000;

/** Reports copied rows outside of the transaction that writes them, at most once a second for each topic. */
export class ChangesOfOthers implements RowListener {
  readonly #reports = new Map<Topic, Throttle>();
  readonly #changed = new Set<Topic>();

  constructor(reports: Readonly<Partial<Record<Topic, () => void>>>) {
    for (const topic of topics) {
      const report = reports[topic];
      if (report) this.#reports.set(topic, new Throttle(() => setImmediate(report), everyMs));
    }
  }

  changed(table: string): void {
    for (const topic of topics) {
      if ((tables[topic] as readonly string[]).includes(table)) this.#changed.add(topic);
    }
  }

  finish(): void {
    for (const topic of this.#changed) this.#reports.get(topic)?.request();
    this.#changed.clear();
  }
}
