import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';

/** Selects the licences of some wallets (raw addresses) on a platform of a network. */
export interface LicenceSelection {
  network: string;
  platform: number;
  owners: readonly string[];
}

/** A licence (raw address) with its encrypted file. */
export interface LicensedFile {
  licence: string;
  encrypted: Buffer;
}

const maxConcurrent = 1000;

/** Stores which files are kept for licences of this node's wallets, and the receipts. */
export class DeliveryRepository {
  readonly #commands: Commands;
  readonly #incomplete: Statement<[{ network: string; platform: number; owners: string }], LicensedFile>;
  readonly #moved: Statement<[{ platform: number; owners: string }], LicensedFile>;
  readonly #has: Statement<[number, string], unknown>;
  readonly #keep: Statement<[number, string, Buffer]>;
  readonly #isKept: Statement<[Buffer], unknown>;
  readonly #remove: Statement<[number, string]>;
  readonly #isKeptFor: Statement<[number, Buffer], unknown>;
  readonly #wantedCovers: Statement<[], Buffer>;
  readonly #receipt: Statement<[string, string], { document: string }>;
  readonly #putReceipt: Statement<[string, string, string, number]>;

  constructor(db: Db, commands: Commands = new GroupCommit(db)) {
    this.#commands = commands;
    const isTheirs = 'owner IN (SELECT value FROM json_each(@owners))';
    this.#incomplete = db.prepare(
      `SELECT licences.address AS licence, chain_contents.sha256 AS encrypted FROM licences
       JOIN chain_contents ON chain_contents.id = licences.content
       JOIN licence_decisions AS decided ON decided.platform = licences.platform
         AND decided.licence_address = licences.address AND decided.decision IN ('ordered', 'accepted')
       LEFT JOIN content_keys ON content_keys.sealed_sha256 = chain_contents.sha256
         AND content_keys.key_hash = chain_contents.key_hash
       LEFT JOIN contents ON contents.sha256 = chain_contents.sha256
       LEFT JOIN receipts ON receipts.network = @network AND receipts.licence_address = licences.address
       LEFT JOIN deliveries ON deliveries.platform = @platform AND deliveries.licence_address = licences.address
       WHERE licences.platform = @platform AND licences.${isTheirs}
         AND chain_contents.sha256 IS NOT NULL AND chain_contents.key_hash IS NOT NULL
         AND (content_keys.key IS NULL OR contents.number IS NULL OR deliveries.platform IS NULL
           OR EXISTS (SELECT 1 FROM sold_parts LEFT JOIN contents ON contents.sha256 = part
             LEFT JOIN blocked ON blocked.sha256 = part
             WHERE collection = chain_contents.sha256 AND contents.number IS NULL AND blocked.sha256 IS NULL)
           OR (content_keys.origin = 'delivery' AND receipts.document IS NULL))
       ORDER BY decided.decision = 'ordered' DESC, issued_at DESC LIMIT ${maxConcurrent}`,
    );
    this.#moved = db.prepare(
      `SELECT licence_address AS licence, sealed_sha256 AS encrypted FROM deliveries
       JOIN licences ON licences.platform = deliveries.platform AND licences.address = deliveries.licence_address
       WHERE deliveries.platform = @platform AND NOT licences.${isTheirs}`,
    );
    this.#has = db.prepare('SELECT 1 FROM deliveries WHERE platform = ? AND licence_address = ?');
    this.#keep = db.prepare(
      'INSERT OR IGNORE INTO deliveries (platform, licence_address, sealed_sha256) VALUES (?, ?, ?)',
    );
    this.#isKeptFor = db.prepare('SELECT 1 FROM deliveries WHERE platform = ? AND sealed_sha256 = ?');
    this.#isKept = db.prepare('SELECT 1 FROM deliveries WHERE sealed_sha256 = ?');
    this.#remove = db.prepare('DELETE FROM deliveries WHERE platform = ? AND licence_address = ?');
    this.#wantedCovers = db
      .prepare<[], Buffer>(
        `SELECT DISTINCT bought.cover FROM deliveries JOIN contents AS bought ON bought.sha256 = sealed_sha256
         LEFT JOIN contents AS pictures ON pictures.sha256 = bought.cover
         LEFT JOIN blocked ON blocked.sha256 = bought.cover
         WHERE bought.cover IS NOT NULL AND pictures.number IS NULL AND blocked.sha256 IS NULL`,
      )
      .pluck();
    this.#receipt = db.prepare('SELECT document FROM receipts WHERE network = ? AND licence_address = ?');
    this.#putReceipt = db.prepare(
      `INSERT INTO receipts (network, licence_address, document, received_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET document = excluded.document, received_at = excluded.received_at`,
    );
  }

  /** Returns ordered and accepted licences that lack file, key or receipt: at most 1,000, ordered ones first. */
  incomplete({ network, platform, owners }: LicenceSelection): LicensedFile[] {
    return this.#incomplete.all({ network, platform, owners: JSON.stringify(owners) });
  }

  /** Returns the licences with a kept file that others hold now. */
  moved({ platform, owners }: LicenceSelection): LicensedFile[] {
    return this.#moved.all({ platform, owners: JSON.stringify(owners) });
  }

  /** Returns whether the file was delivered for this licence before. */
  has(platform: number, licence: string): boolean {
    return this.#has.get(platform, licence) !== undefined;
  }

  /** Protects the file for this licence. */
  async keep(platform: number, { licence, encrypted }: LicensedFile): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#keep.run(platform, licence, encrypted));
  }

  /**
   * Ends the protection of the file for this licence.
   * @returns whether no other licence protects the file
   */
  release(platform: number, { licence, encrypted }: LicensedFile): Promise<boolean> {
    return commitAtOnce(this.#commands, () => {
      const wasKept = this.#remove.run(platform, licence).changes > 0;
      return wasKept && this.#isKeptFor.get(platform, encrypted) === undefined;
    });
  }

  /** Returns whether a licence protects a file. */
  isKept(encrypted: Buffer): boolean {
    return this.#isKept.get(encrypted) !== undefined;
  }

  /** Returns the covers of delivered files that are neither stored nor blocked. */
  wantedCovers(): Buffer[] {
    return this.#wantedCovers.all();
  }

  /** Returns a receipt as the node sent it. */
  receipt(network: string, licence: string): string | undefined {
    return this.#receipt.get(network, licence)?.document;
  }

  async putReceipt(network: string, licence: string, document: string, at: number): Promise<void> {
    await commitAtOnce(this.#commands, () => this.#putReceipt.run(network, licence, document, at));
  }
}
