import type { RecoveryCheck, RecoveryState } from '../../contract/dashboard-api/administration/recovery.ts';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { type RecoveryDocument, recoveryDocument } from '../../contract/recovery-file.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Actor, NoteActivity } from '../../core/events/activity.ts';
import { message } from '../../core/messages/message.ts';
import { type SettingsLayer, settingsFromFile } from '../../core/settings.ts';
import { version } from '../../core/version.ts';
import { identityFromSeed } from '../../crypto/identity.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { FeeWalletKeys, WalletKeyRepository } from '../chain/index.ts';
import { decryptRecovery, encryptRecovery } from './recovery-file.ts';
import { inspectRecovery } from './recovery-inspection.ts';
import { readRecoveryNotes, writeRecoveryNotes } from './recovery-notes.ts';
import { RecoveryRepository } from './recovery-repository.ts';
import { marksOf, tally } from './recovery-tally.ts';

const comparedDocument = recoveryDocument.pick({ settings: true, rows: true });

export interface RecoveryOptions {
  dataDir: string;
  db: Db;
  nodeSecret: Buffer;
  /** Settings that the dashboard changed. */
  settingsStore: SettingsLayer;
  clock: Clock;
  note: NoteActivity;
  /** Called when a file was made or tested successfully. */
  onChange: () => void;
  /** The actor: the dashboard or a command. */
  actor: Actor;
}

/** Makes and tests recovery files of this node. */
export class RecoveryService {
  readonly #options: RecoveryOptions;
  readonly #rows: RecoveryRepository;
  readonly #publicKey: string;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#rows = new RecoveryRepository(options.db);
    this.#publicKey = identityFromSeed(options.nodeSecret).id;
  }

  /** @throws NodeError errors of `encryptRecovery` */
  async make(passphrase: string): Promise<{ madeAt: string; file: Buffer }> {
    const { dataDir, clock } = this.#options;
    const madeAt = toTimestamp(clock());
    const document = await this.#document(madeAt);
    const file = await encryptRecovery(document, passphrase);
    writeRecoveryNotes(dataDir, {
      ...readRecoveryNotes(dataDir),
      made_at: madeAt,
      newest: { made_at: madeAt, marks: marksOf(document) },
    });
    this.#note('activity.recoveryFileCreated');
    this.#options.onChange();
    return { madeAt, file };
  }

  /**
   * Tests a recovery file: decrypts it, returns what it would restore, and notes a success.
   * @throws NodeError errors of `decryptRecovery`
   */
  async check(file: Uint8Array, passphrase: string): Promise<RecoveryCheck> {
    const document = await decryptRecovery(file, passphrase);
    const { public_key: publicKey } = document.node;
    const isOurs = publicKey === this.#publicKey;
    const problems = isOurs
      ? inspectRecovery(document)
      : [message('recovery.ofOtherNode', { node: publicKey, own: this.#publicKey })];
    if (problems.length === 0) this.#passed(document);
    return {
      made_at: document.made_at,
      alcove_version: document.alcove_version,
      public_key: publicKey,
      problems,
      tallies: tally(marksOf(document), marksOf(this.#currentDocument())),
    };
  }

  state(): RecoveryState {
    const { newest, ...times } = readRecoveryNotes(this.#options.dataDir);
    if (!newest) return { ...times, tallies: [] };
    return { ...times, tallies: tally(newest.marks, marksOf(this.#currentDocument())) };
  }

  #passed(document: RecoveryDocument): void {
    const { dataDir, clock } = this.#options;
    const notes = readRecoveryNotes(dataDir);
    const { made_at } = document;
    writeRecoveryNotes(dataDir, {
      ...notes,
      checked_at: toTimestamp(clock()),
      checked_made_at: made_at,
      newest:
        notes.newest && notes.newest.made_at >= made_at
          ? notes.newest
          : { made_at, marks: marksOf(document) },
    });
    this.#note('activity.recoveryFileTested');
    this.#options.onChange();
  }

  async #document(madeAt: string): Promise<RecoveryDocument> {
    const { nodeSecret, db } = this.#options;
    const wallet = new FeeWalletKeys(nodeSecret, new WalletKeyRepository(db));
    return {
      alcove_recovery: 1,
      alcove_version: version,
      made_at: madeAt,
      node: {
        public_key: this.#publicKey,
        secret: nodeSecret.toString('base64'),
        wallet_words: await wallet.mnemonic(),
      },
      ...this.#currentDocument(),
    };
  }

  /** Reads settings and rows, and validates them, so that every file that is made can be read. */
  #currentDocument(): Pick<RecoveryDocument, 'settings' | 'rows'> {
    const { dataDir, settingsStore } = this.#options;
    const settings = { file: settingsFromFile(dataDir), dashboard: settingsStore.read() };
    return comparedDocument.parse({ rows: this.#rows.read(), settings });
  }

  #note(detail: ConstantMessageId): void {
    const { note, actor } = this.#options;
    note({ kind: 'node', actor, detail });
  }
}
