import type { DiskBlobStore } from '../blobs/disk-store.ts';
import type { Clock } from '../core/clock.ts';
import { BlockedRepository } from '../db/blocked.ts';
import { ContentListRepository } from '../db/content-list.ts';
import { ContentRecordRepository, type UserUsage } from '../db/content-records.ts';
import { ContentRepository } from '../db/contents.ts';
import type { Db } from '../db/open.ts';
import { BlockList } from './block-list.ts';
import { Catalogue } from './catalogue.ts';
import { ContentCursors } from './content-cursor.ts';
import { ContentDesk } from './content-desk.ts';
import { ContentList } from './content-list.ts';
import { RecordDocuments } from './record-documents.ts';
import { StoreCheck } from './store-check.ts';

/** What contents need to know of users; signing in supplies it. */
export interface ContentUsers {
  /** The wallet that a user has proven and uses, in friendly form. */
  walletOf(user: string): string | null;
  /** The users to whom a wallet is linked; its address in any form. */
  usersOf(wallet: string): readonly string[];
}

export interface CreateContentOptions {
  db: Db;
  nodeSecret: Uint8Array;
  blobs: DiskBlobStore;
  users: ContentUsers;
  /** For everything together. */
  quotaBytes: number | undefined;
  /** For each user but the owner. */
  userQuotaBytes: number;
  maxUploadBytes: number;
  clock: Clock;
  onChange: () => void;
  onBlockedChange: () => void;
}

/** Contents, with all that is done with them. */
export interface ContentServices {
  contents: ContentRepository;
  catalogue: Catalogue;
  list: ContentList;
  documents: RecordDocuments;
  desk: ContentDesk;
  blocks: BlockList;
  check: StoreCheck;
  /** What a user holds, as the first or after others. */
  usageOf(user: string): UserUsage;
}

/** Puts the parts of what is stored together. */
export function createContent(options: CreateContentOptions): ContentServices {
  const { db, blobs, users, clock, onChange } = options;
  const contents = new ContentRepository(db);
  const records = new ContentRecordRepository(db);
  const blocks = new BlockList(new BlockedRepository(db, contents), clock, options.onBlockedChange);
  return {
    contents,
    catalogue: new Catalogue({
      contents,
      records,
      blocks,
      blobs,
      quotaBytes: options.quotaBytes,
      userQuotaBytes: options.userQuotaBytes,
      maxUploadBytes: options.maxUploadBytes,
      clock,
      onChange,
    }),
    list: new ContentList(new ContentListRepository(db), new ContentCursors(options.nodeSecret), (wallet) =>
      users.usersOf(wallet),
    ),
    documents: new RecordDocuments(records, (user) => users.walletOf(user)),
    desk: new ContentDesk({ records, contents, clock, onChange }),
    blocks,
    check: new StoreCheck(contents, blobs),
    usageOf: (user) => records.usageOf(user),
  };
}
