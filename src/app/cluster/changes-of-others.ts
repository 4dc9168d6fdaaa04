import { Throttle } from '../../core/concurrency/throttle.ts';
import type { RowListener } from '../../platform/sqlite/commands.ts';

/** The replicated tables whose rows each of these concerns. */
const tables = {
  contents: ['contents', 'content_holders', 'content_changes', 'copies', 'hidden_contents'],
  blocks: ['blocked'],
  damages: ['damages'],
} as const;

type Topic = keyof typeof tables;
const topics = Object.keys(tables) as Topic[];

const everyMs = 1_000;

/** Reports copied rows outside of the transaction that writes them, at most once a second for each topic. */
export class ChangesOfOthers implements RowListener {
  readonly #reports: Readonly<Record<Topic, Throttle>>;
  readonly #changed = new Set<Topic>();

  constructor(report: Readonly<Record<Topic, () => void>>) {
    const later = (topic: Topic) => new Throttle(() => setImmediate(report[topic]), everyMs);
    this.#reports = { contents: later('contents'), blocks: later('blocks'), damages: later('damages') };
  }

  changed(table: string): void {
    for (const topic of topics) {
      if ((tables[topic] as readonly string[]).includes(table)) this.#changed.add(topic);
    }
  }

  finish(): void {
    for (const topic of this.#changed) this.#reports[topic].request();
    this.#changed.clear();
  }
}
