import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { ContentIndex } from './content-index.ts';

/** Keeps contents out of the owner's lists, searches and counts; they stay stored and reachable. */
export class HiddenContents {
  readonly #commands: Commands;
  readonly #hide: Statement<[Buffer]>;
  readonly #removeFromOrder: Statement<[Buffer]>;
  readonly #nextRevision: Statement<[]>;
  readonly #index: ContentIndex;
  readonly #hidden: Statement<[Buffer], { number: number }>;
  readonly #show: Statement<[number]>;

  constructor(db: Db, commands: Commands) {
    this.#commands = commands;
    this.#hide = db.prepare(
      'INSERT OR IGNORE INTO hidden_contents SELECT number FROM contents WHERE sha256 = ?',
    );
    this.#removeFromOrder = db.prepare(
      'DELETE FROM content_order WHERE number = (SELECT number FROM contents WHERE sha256 = ?)',
    );
    this.#index = new ContentIndex(db);
    this.#hidden = db.prepare(
      'SELECT number FROM hidden_contents JOIN contents USING (number) WHERE sha256 = ?',
    );
    this.#show = db.prepare('DELETE FROM hidden_contents WHERE number = ?');
    this.#nextRevision = db.prepare('UPDATE content_index SET revision = revision + 1');
  }

  /** Hides a stored content; one that is deleted and stored again is shown. */
  hide(sha256: Buffer): Promise<void> {
    return this.#commands.run(() => {
      if (this.#hide.run(sha256).changes === 0) return;
      this.#removeFromOrder.run(sha256);
      // Invalidates the order of lists, which is cached until the next number or revision.
      this.#nextRevision.run();
    });
  }

  has(sha256: Buffer): boolean {
    return this.#hidden.get(sha256) !== undefined;
  }

  /** Lists a hidden content again, which the owner stores themselves now. */
  async show(sha256: Buffer): Promise<void> {
    // Avoids a write, because every upload of the owner calls this.
    if (!this.#hidden.get(sha256)) return;
    await this.#commands.run(() => {
      const number = this.#hidden.get(sha256)?.number;
      if (number === undefined) return;
      this.#show.run(number);
      this.#index.retagged(number);
    });
  }
}
