import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';
import { commitAtOnce } from '../../platform/sqlite/job-commands.ts';

/** The newest entry of the activity log that the owner has seen, by number, and the notices that were open then. */
export interface SeenNotifications {
  until: number;
  open: string[];
}

/** Stores what the owner has seen; in the database, because browsers and the app share it. */
export class SeenRepository {
  readonly #commands: Commands;
  readonly #read: Statement<[], { until: number; open: string }>;
  readonly #mark: Statement<[{ until: number; open: string }]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#read = db.prepare('SELECT until, open FROM notifications_seen');
    this.#mark = db.prepare('UPDATE notifications_seen SET until = max(until, @until), open = @open');
  }

  read(): SeenNotifications {
    const { until, open } = this.#read.get() ?? { until: 0, open: '[]' };
    return { until, open: JSON.parse(open) as string[] };
  }

  /** Marks everything up to an entry as seen, and replaces the notices that are open. */
  async mark({ until, open }: SeenNotifications): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#mark.run({ until, open: JSON.stringify(open) }));
  }
}
