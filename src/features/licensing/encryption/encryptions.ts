import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { type Leader, ledBy, soleLeader, type Worker } from '../../../core/concurrency/leader.ts';
import { withTimeout } from '../../../core/concurrency/with-timeout.ts';
import { contentNotStored } from '../../../core/content-errors.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { message } from '../../../core/messages/message.ts';
import type { Registrant } from '../../../crypto/age/registrant.ts';
import type { Catalogue, FileRegistrants } from '../../content/index.ts';
import { RestrictedContents, type RestrictedContentsOptions } from '../restricted-contents.ts';
import { RestrictionReconciler } from '../restriction-reconciler.ts';
import type { Restriction } from '../restriction-store.ts';
import type { CollectionEncryptor, EncryptPart } from '../sold-collections/collection-encryptor.ts';
import {
  encrypting,
  onItsWay,
  partInSale,
  partOfOtherWallet,
  refuseUnsold,
  stopping,
} from './encryption-errors.ts';
import {
  type EncryptionJob,
  EncryptionJobs,
  type EncryptionJobsOptions,
  isSameRegistrant,
} from './encryption-jobs.ts';
import type { EncryptedFile, EncryptionState } from './encryption-state.ts';
import type { EncryptionRequest } from './encryptor.ts';

export interface EncryptionsOptions
  extends RestrictedContentsOptions,
    Pick<EncryptionJobsOptions, 'onError'> {
  catalogue: RestrictedContentsOptions['catalogue'] & Pick<Catalogue, 'get'>;
  registrants: Pick<FileRegistrants, 'of'>;
  encryptor: Pick<CollectionEncryptor, 'encrypt'>;
  /** Lets one replica reconcile sales. Default: this process alone. */
  leader?: Leader;
}

/** Time that a call waits for the encrypted file. */
const waitMs = 10_000;

/**
 * Encrypts plain contents for sale. A content is restricted from the first request until its encrypted file is on the
 * chain, when the plain bytes are removed, or until it can no longer be registered, when the restriction is lifted.
 */
export class Encryptions {
  readonly #options: EncryptionsOptions;
  readonly #restricted: RestrictedContents;
  readonly #jobs: EncryptionJobs;
  readonly #reconciler: RestrictionReconciler;
  readonly #reconciling: Worker;
  readonly #turns = new KeyedMutex();
  #isStopped = false;

  constructor(options: EncryptionsOptions) {
    const { leader = soleLeader } = options;
    const restricted = new RestrictedContents({
      ...options,
      onUnrestricted: (plain) => {
        options.onUnrestricted(plain);
        // The contents of a collection become readable with it.
        this.#reconciler.reconcile();
      },
    });
    this.#options = options;
    this.#restricted = restricted;
    const encryptPart: EncryptPart = (plain, whole) => this.#encryptPart(plain, whole);
    this.#jobs = new EncryptionJobs({
      ...options,
      restricted,
      encryptor: { encrypt: (request) => options.encryptor.encrypt(request, encryptPart) },
    });
    this.#reconciler = new RestrictionReconciler({
      ...options,
      restricted,
      isAlone: leader === soleLeader,
      isEncrypting: (plain) => this.#jobs.find(plain) !== undefined,
      exclusively: (plain, task) => this.#exclusively(plain, task),
    });
    this.#reconciling = ledBy(leader, 'sales', this.#reconciler);
  }

  async start(): Promise<void> {
    await this.#restricted.unlistAll();
    await this.#options.rows.endJobs();
    if (!this.#isStopped) this.#reconciling.start();
  }

  /** Aborts running encryptions; their contents stay restricted. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#reconciling.stop(), this.#jobs.stop()]);
  }

  /** Returns the row of a restricted plain content. */
  find(plain: Buffer): Restriction | undefined {
    return this.#options.rows.get(plain);
  }

  /** Returns the row of the plain content from which this node made an encrypted file. */
  ofEncrypted(encrypted: Buffer): Restriction | undefined {
    return this.#options.rows.ofEncrypted(encrypted);
  }

  state(plain: Buffer): EncryptionState | undefined {
    const row = this.#options.rows.get(plain);
    const job = this.#jobs.find(plain);
    const encrypted = row?.encrypted ?? null;
    const { size, done } = this.#progressOfParts(plain);
    const isByOther = row !== undefined && this.#options.rows.isEncrypting(row, this.#options.clock());
    if (job || isByOther) {
      return { state: 'encrypting', done: done ?? job?.done ?? 0, size, encrypted, message: null };
    }
    if (encrypted) return { state: 'encrypted', done: 0, size, encrypted, message: null };
    const failure = this.#jobs.failure(plain) ?? (row && interrupted);
    return failure && { state: 'failed', done: 0, size, encrypted, message: failure };
  }

  /** Returns the progress of a collection in sale. */
  #progressOfParts(whole: Buffer): { size?: number; done?: number } {
    const { soldRows, catalogue, rows } = this.#options;
    const parts = soldRows.partsOfSale(whole);
    if (parts.length === 0) return {};
    let [size, done] = [0, 0];
    for (const part of parts) {
      const { size: plainSize = 0 } = catalogue.find(part) ?? {};
      size += plainSize;
      done += this.#jobs.find(part)?.done ?? (rows.get(part)?.encrypted ? 2 * plainSize : 0);
    }
    return { size, done };
  }

  /**
   * Restricts a content for sale, and encrypts it if needed; a repeated call waits for the running encryption.
   * @param registrant the wallet that will register the encrypted file, if it is known; for another one the content is
   *   encrypted anew, unless an order may still register the former file
   * @throws NodeError `encrypting` with `Retry-After` where that takes longer, `content_not_found`, `not_yours`,
   *   `insufficient_storage`, and other errors of the encryption, which lift the restriction
   */
  async encrypt(sha256: Buffer, user: string, registrant?: Registrant): Promise<EncryptedFile> {
    const plain = this.#options.rows.ofEncrypted(sha256)?.plain ?? sha256;
    const job = await this.#exclusively(plain, () => this.#restrictAndBegin(plain, user, registrant));
    if (job && !(await withTimeout(waitMs, job.ended))) throw encrypting();
    const file = this.#fileOf(plain);
    // On another network nothing would prove that the contents belong to the list.
    const named = this.#options.registrants.of(file.sha256);
    if (file.publicManifest && registrant && named?.network !== registrant.network) throw partOfOtherWallet();
    return file;
  }

  /**
   * Cancels a sale and lifts the restriction.
   * @throws NodeError `content_not_found` where the content was not restricted or is on the chain, `order_open` while
   *   an order may still register it
   */
  async cancel(plain: Buffer): Promise<void> {
    const { rows, soldRows } = this.#options;
    this.#jobs.forgetFailure(plain);
    refuseUnsold(rows.get(plain));
    if (soldRows.isInUnfinishedSale(plain)) throw partInSale();
    const wasEncrypting = await this.#jobs.cancel(plain);
    await this.#exclusively(plain, async () => {
      const row = rows.get(plain);
      // The end of the encryption has already lifted the restriction.
      if (wasEncrypting && !row) return;
      refuseUnsold(row);
      const { encrypted } = row;
      const mayChange = () => !encrypted || !this.#reconciler.isOrdered(encrypted);
      if (!mayChange() || !(await this.#restricted.unrestrict(row, { mayChange }))) throw onItsWay();
    });
  }

  /**
   * Lifts the restriction of a content that a user registers without a price.
   * @throws NodeError `order_open` while an order may still register the encrypted file
   */
  async unrestrict(plain: Buffer, user: string): Promise<void> {
    const { rows, isRegistered, onChange } = this.#options;
    const row = rows.get(plain);
    if (row?.user !== user) return;
    if (row.registeredAt === null) return this.cancel(plain);
    if (row.encrypted && isRegistered(row.encrypted)) return;
    // An encrypted file sold on another chain keeps its bytes and key.
    await rows.remove(plain);
    onChange();
  }

  /**
   * Checks whether a content may be removed.
   * @throws NodeError `order_open` for an encrypted file with an open order, because buyers could not read the content
   */
  checkRemoval(sha256: Buffer): void {
    const { rows, soldRows } = this.#options;
    const row = rows.ofEncrypted(sha256);
    if (row?.registeredAt !== null) return;
    if (soldRows.isInUnfinishedSale(row.plain)) throw partInSale();
    if (this.#reconciler.isOrdered(sha256)) throw onItsWay();
  }

  /** Checks that the sale for which a file was encrypted has not ended. @throws NodeError `encrypting` */
  checkForSale(encrypted: Buffer): void {
    if (!this.#options.rows.ofEncrypted(encrypted)) throw encrypting();
  }

  /** Reconciles restricted contents in the background. */
  reconcile(): void {
    this.#reconciler.reconcile();
  }

  /**
   * Restricts a content, and begins its encryption unless its encrypted file can be registered.
   * @param whole the plain manifest whose sale includes this content
   */
  async #restrictAndBegin(
    plain: Buffer,
    user: string,
    registrant: Registrant | undefined,
    whole?: Buffer,
  ): Promise<EncryptionJob | undefined> {
    const { rows, catalogue, soldRows } = this.#options;
    const before = rows.get(plain);
    // The file may also be registered on another chain, where its sale stays unchanged.
    if (before && before.registeredAt !== null && before.user === user) return undefined;
    if (this.#isStopped) throw stopping();
    await this.#restricted.restrict(plain, user, whole);
    if (this.#isStopped) throw stopping();
    this.#jobs.forgetFailure(plain);
    const encrypted = rows.get(plain)?.encrypted;
    const isUsable =
      encrypted &&
      catalogue.find(encrypted) &&
      // A list of keys that is registered later names this file.
      (soldRows.isInUnfinishedSale(plain, whole) || this.#fits(encrypted, registrant));
    return isUsable ? undefined : this.#jobs.begin(plain, user, registrant);
  }

  /** Encrypts a content of a collection that is being encrypted, unless it was encrypted for the same wallet. */
  async #encryptPart(plain: Buffer, whole: EncryptionRequest): Promise<Buffer> {
    const { user, registrant } = whole;
    const job = await this.#exclusively(plain, () =>
      this.#restrictAndBegin(plain, user, registrant, whole.plain.sha256),
    );
    if (job) await this.#endOf(job, plain, whole);
    const { sha256 } = this.#fileOf(plain);
    // A licence of the collection includes only contents that name the same wallet.
    if (isSameRegistrant(this.#options.registrants.of(sha256), registrant)) return sha256;
    throw partOfOtherWallet();
  }

  /** Waits for the encryption of a content of a collection, which ends with that of the collection. */
  async #endOf(
    job: EncryptionJob,
    plain: Buffer,
    { signal, plain: whole }: EncryptionRequest,
  ): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        if (this.#restricted.isSoldAlone(plain, whole.sha256)) reject(signal.reason);
        else void this.#jobs.cancel(plain);
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      job.ended.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  #fits(encrypted: Buffer, registrant: Registrant | undefined): boolean {
    const named = this.#options.registrants.of(encrypted);
    return isSameRegistrant(named, registrant) || this.#reconciler.isOrdered(encrypted);
  }

  #fileOf(plain: Buffer): EncryptedFile {
    const { rows, keys, catalogue, soldRows } = this.#options;
    const encrypted = rows.get(plain)?.encrypted;
    const key = encrypted && keys.find(encrypted);
    if (!key) throw contentNotStored();
    const { size } = catalogue.get(encrypted);
    const publicManifest = soldRows.manifestOf(encrypted);
    return { sha256: encrypted, size, contentType: key.contentType, keyHash: key.keyHash, publicManifest };
  }

  #exclusively<T>(plain: Buffer, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(hashKey(plain), task);
  }
}

const interrupted = message('licensing.encryptionInterrupted');
