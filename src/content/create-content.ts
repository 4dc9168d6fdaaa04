import type { DiskBlobStore } from '../blobs/disk-store.ts';
import type { NoteActivity } from '../core/activity.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { BlockedRepository } from '../db/blocked.ts';
import { ContentListRepository } from '../db/content-list.ts';
import { ContentRecordRepository, type UserUsage } from '../db/content-records.ts';
import { ContentStateRepository } from '../db/content-states.ts';
import { ContentRepository } from '../db/contents.ts';
import { CopyRepository } from '../db/copies.ts';
import { DamageRepository } from '../db/damages.ts';
import type { Db } from '../db/open.ts';
import { BlockList } from './block-list.ts';
import { Catalogue } from './catalogue.ts';
import { ContentCursors } from './content-cursor.ts';
import { ContentDesk } from './content-desk.ts';
import { ContentList } from './content-list.ts';
import { CopyStore } from './copy-store.ts';
import { CopyUse } from './copy-use.ts';
import { Intake } from './intake.ts';
import { RecordDocuments } from './record-documents.ts';
import { Room } from './room.ts';
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
  /** For what came from other nodes and nobody here owns. Default: no limit. */
  copiesBytes?: number | undefined;
  /** For each user but the owner. */
  userQuotaBytes: number;
  maxUploadBytes: number;
  /** Bytes that a disk of this size keeps free. Default: none. */
  freeSpaceFloor?: (diskSize: number) => number;
  clock: Clock;
  logger?: Pick<Logger, 'error'>;
  note?: NoteActivity;
  onChange: () => void;
  onBlockedChange: () => void;
}

/** Contents, with all that is done with them. */
export interface ContentServices {
  contents: ContentRepository;
  catalogue: Catalogue;
  copies: CopyStore;
  room: Room;
  list: ContentList;
  documents: RecordDocuments;
  desk: ContentDesk;
  blocks: BlockList;
  check: StoreCheck;
  /** What a user holds, as the first or after others. */
  usageOf(user: string): UserUsage;
  /** From now on it looks after what is stored. */
  start(): void;
  /** Ends that, and writes what is in memory; before blobs and database are closed. */
  stop(): Promise<void>;
}

/** Puts the parts of what is stored together. */
export function createContent(options: CreateContentOptions): ContentServices {
  const { db, blobs, users, clock, onChange, note } = options;
  const onError = (error: unknown) => options.logger?.error({ err: error }, 'looking after the store failed');
  const contents = new ContentRepository(db);
  const records = new ContentRecordRepository(db);
  const blocks = new BlockList(new BlockedRepository(db, contents), clock, options.onBlockedChange);
  const copyRows = new CopyRepository(db);
  const damages = new DamageRepository(db);
  const uses = new CopyUse(copyRows, clock, onError);
  const room = new Room({
    limits: { quotaBytes: options.quotaBytes, copiesBytes: options.copiesBytes },
    userQuotaBytes: options.userQuotaBytes,
    stored: () => catalogue.totals().contentBytes,
    heldBy: (user) => records.usageOf(user).contentBytes,
    copies: copyRows,
    isInUse: (sha256) => uses.isInUse(sha256),
    writeUses: () => uses.write(),
    evict: async (sha256) => {
      const gone = await catalogue.evict(sha256);
      if (gone) note?.({ kind: 'store', actor: thisNode, detail: 'Removed a copy to make room' });
      return gone;
    },
    disk: () => blobs.usage(),
    floorOf: options.freeSpaceFloor ?? (() => 0),
    onError,
  });
  const intake = new Intake({ blobs, arriving: room.arriving, maxBytes: options.maxUploadBytes });
  const catalogue: Catalogue = new Catalogue({
    contents,
    blocks,
    blobs,
    room,
    intake,
    uses,
    onBytes: async () => {},
    onDamage: () => {},
    clock,
    onChange,
  });
  return {
    contents,
    catalogue,
    copies: new CopyStore({
      catalogue,
      contents,
      copies: copyRows,
      damages,
      blocks,
      intake,
      room,
      onChange,
    }),
    room,
    list: new ContentList(new ContentListRepository(db), new ContentCursors(options.nodeSecret), (wallet) =>
      users.usersOf(wallet),
    ),
    documents: new RecordDocuments(records, (user) => users.walletOf(user)),
    desk: new ContentDesk({ records, states: new ContentStateRepository(db), contents, clock, onChange }),
    blocks,
    check: new StoreCheck(contents, blobs),
    usageOf: (user) => records.usageOf(user),
    start: () => room.start(),
    stop: async () => {
      await room.stop();
      uses.write();
      contents.flush();
    },
  };
}

const thisNode = { type: 'node', name: '' } as const;
