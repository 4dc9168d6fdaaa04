import { Throttle } from '../../core/concurrency/throttle.ts';
import type { Row, RowListener } from '../../platform/sqlite/commands.ts';

/** The replicated tables whose rows each of these concerns. */
const tables = {
  contents: ['contents', 'content_holders', 'content_changes', 'copies', 'hidden_contents'],
  blocks: ['blocked'],
  damages: ['damages'],
  signIn: ['users', 'wallets', 'sessions'],
  tokens: ['api_tokens'],
  connections: ['shared_connections'],
  market: ['chain_contents', 'licences', 'resales', 'licence_decisions'],
  orders: ['intents'],
  sharing: ['share_hosts', 'shares', 'share_companions', 'share_parts'],
  purchases: ['deliveries', 'receipts', 'delivered_keys'],
  seen: ['notifications_seen'],
  history: ['history'],
  collections: ['collections', 'collection_entries', 'collection_manifests'],
  settings: ['node_settings'],
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

/** Reports each content that another replica has put up for sale, outside of the transaction that writes its row. */
export class RestrictionsOfOthers implements RowListener {
  readonly #report: (plain: Buffer) => void;

  constructor(report: (plain: Buffer) => void) {
    this.#report = report;
  }

  changed(table: string, before: Row | undefined, after: Row | undefined): void {
    if (table !== 'sealings' || before || !after) return;
    const plain = after.plain_sha256 as Buffer;
    setImmediate(() => this.#report(plain));
  }
}
