import { contentNotFound } from '../../core/content-errors.ts';
import { NodeError } from '../../core/node-error.ts';
import { refuseRestricted, soldParts } from './encrypted-shares.ts';
import type { ShareAccess } from './hosts/share-access.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareRow } from './repository/share-repository.ts';
import type { ShareableContent } from './send-content.ts';
import type { ShareChanges } from './share-changes.ts';
import {
  type RegisteredShare,
  recordDeleted,
  recordShare,
  type ShareOptions,
  type ShareRecords,
} from './share-records.ts';
import type { ShareRemoval } from './share-removal.ts';
import type { ShareQueue, ShareQueueOptions } from './transfers/share-queue.ts';

interface Options extends ShareRecords, Pick<ShareQueueOptions, 'contents' | 'isReplica'> {
  parts: SharePartRepository;
  access: Pick<ShareAccess, 'wayOf'>;
  changes: Pick<ShareChanges, 'accompany'>;
  removal: Pick<ShareRemoval, 'unlistParts'>;
  queue: Pick<ShareQueue, 'start' | 'stateOf'>;
  /** Checks that a node may be used. @throws NodeError `peer_not_found` */
  checkUsable: (host: string) => void;
}

/** Records what is to be shared, with what goes along with it; all of it within commands. */
export class ShareRequests {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Shares a content, or changes how. @throws as `SharingService.share` */
  share(sha256: Buffer, { host, listed, pictureOf = sha256, partOf }: ShareOptions): void {
    const { shares, contents, encrypted, access, checkUsable } = this.#options;
    refuseRestricted(encrypted, sha256);
    const content = contents.find(sha256);
    if (!content) throw contentNotFound();
    checkUsable(host);
    const way = access.wayOf(host);
    if (way === undefined) throw new NodeError('peer_refused', 'sharing.notSignedIn');
    const row = shares.get({ sha256, host });
    if (row?.state === 'withdrawing' && row.way !== way) {
      throw new NodeError('peer_refused', 'sharing.stillWithdrawing');
    }
    this.#share(content, { host, listed, way, pictureOf, partOf });
  }

  /** Shares a registered content, unless its plain file was sold meanwhile. */
  shareRegistered(registered: RegisteredShare): void {
    const { sha256, host } = registered;
    const { contents, encrypted, access } = this.#options;
    if (encrypted.restrictedAs(sha256)) return;
    const content = contents.find(sha256);
    if (!content) return recordDeleted(this.#options, registered);
    const way = access.wayOf(host) ?? 'wallet';
    this.#share(content, { host, listed: true, way, pictureOf: sha256 });
  }

  #share(
    content: ShareableContent,
    place: ShareOptions & Pick<ShareRow, 'way'> & { pictureOf: Buffer },
  ): void {
    const { shares, parts, changes, removal, queue } = this.#options;
    const { sha256 } = content;
    const { host, listed, way, pictureOf, partOf } = place;
    const row = recordShare(this.#options, content, { host, listed, way, isPart: partOf !== undefined });
    shares.update({ sha256, host }, { pictureOf });
    if (partOf) parts.put({ sha256: partOf, host }, sha256);
    else if (!listed) removal.unlistParts({ sha256, host });
    // The replica that sends decides about pictures, because each has its own.
    if (!this.#options.isReplica) changes.accompany({ sha256, host, way, pictureOf });
    const isBeingSent = row?.state === 'waiting' && queue.stateOf(row) === 'running';
    if (!isBeingSent) queue.start({ sha256, host }, true);
    for (const part of soldParts(this.#options, sha256)) {
      this.#share(part, { host, way, listed: false, pictureOf: part.sha256, partOf: sha256 });
    }
  }
}
