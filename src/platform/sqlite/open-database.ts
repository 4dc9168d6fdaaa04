import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MessageError } from '../../core/messages/message.ts';
import type { Db, Migration } from './database.ts';
import { copyBeforeMigration } from './migration-copy.ts';
import { initial } from './migrations/001-initial.ts';
import { peers } from './migrations/002-peers.ts';
import { signIn } from './migrations/003-sign-in.ts';
import { partialUploads } from './migrations/004-partial-uploads.ts';
import { contentRecords } from './migrations/005-content-records.ts';
import { activity } from './migrations/006-activity.ts';
import { tonConnect } from './migrations/007-ton-connect.ts';
import { departures } from './migrations/008-departures.ts';
import { peerHistory } from './migrations/009-peer-history.ts';
import { copies } from './migrations/010-copies.ts';
import { networkIndex } from './migrations/011-network-index.ts';
import { sharing } from './migrations/012-sharing.ts';
import { chain } from './migrations/013-chain.ts';
import { licenceOrder } from './migrations/014-licence-order.ts';
import { licensed } from './migrations/015-licensed.ts';
import { history } from './migrations/016-history.ts';
import { earlierOwners } from './migrations/017-earlier-owners.ts';
import { licenceDecisions } from './migrations/018-licence-decisions.ts';
import { textUsage } from './migrations/019-text-usage.ts';
import { messages } from './migrations/020-messages.ts';
import { orderDelivery } from './migrations/021-order-delivery.ts';
import { deliverTo } from './migrations/022-deliver-to.ts';
import { ordersForLicences } from './migrations/023-orders-for-licences.ts';
import { webClients } from './migrations/024-web-clients.ts';
import { media } from './migrations/025-media.ts';
import { library } from './migrations/026-library.ts';
import { collections } from './migrations/027-collections.ts';
import { playback } from './migrations/028-playback.ts';
import { notifications } from './migrations/029-notifications.ts';
import { sales } from './migrations/031-sales.ts';
import { watchedFolders } from './migrations/032-watched-folders.ts';
import { months } from './migrations/033-months.ts';
import { formerPlatforms } from './migrations/034-former-platforms.ts';
import { orderOfUploads } from './migrations/035-order-of-uploads.ts';
import { shareCompanions } from './migrations/036-share-companions.ts';
import { sharesByThumbnail } from './migrations/037-shares-by-thumbnail.ts';
import { shareParts } from './migrations/038-share-parts.ts';
import { hiddenContents } from './migrations/039-hidden-contents.ts';
import { successors } from './migrations/040-successors.ts';
import { picturesOfShares } from './migrations/041-pictures-of-shares.ts';
import { segments } from './migrations/042-segments.ts';
import { fileRegistrants } from './migrations/043-file-registrants.ts';
import { soldCollections } from './migrations/044-sold-collections.ts';
import { registrantsOfLists } from './migrations/045-registrants-of-lists.ts';
import { unusedPictures } from './migrations/046-unused-pictures.ts';
import { titlesOfMarket } from './migrations/047-titles-of-market.ts';
import { wantedCovers } from './migrations/048-wanted-covers.ts';
import { bytesOfKinds } from './migrations/049-bytes-of-kinds.ts';
import { followedCollections } from './migrations/050-followed-collections.ts';
import { sharedContents } from './migrations/051-shared-contents.ts';
import { changeIds } from './migrations/052-change-ids.ts';
import { pinnedParts } from './migrations/053-pinned-parts.ts';
import { deletedCollections } from './migrations/054-deleted-collections.ts';
import { uploadSegments } from './migrations/055-upload-segments.ts';
import { replicaPosition } from './migrations/056-replica-position.ts';
import { replicatedChain } from './migrations/057-replicated-chain.ts';
import { restrictionJobs } from './migrations/058-restriction-jobs.ts';
import { replicatedCollections } from './migrations/059-replicated-collections.ts';
import { nodeSettings } from './migrations/060-node-settings.ts';
import { sharedConnections } from './migrations/061-shared-connections.ts';
import { collectionKinds } from './migrations/062-collection-kinds.ts';

const migrations: readonly Migration[] = [
  initial,
  peers,
  signIn,
  partialUploads,
  contentRecords,
  activity,
  tonConnect,
  departures,
  peerHistory,
  copies,
  networkIndex,
  sharing,
  chain,
  licenceOrder,
  licensed,
  history,
  earlierOwners,
  licenceDecisions,
  textUsage,
  messages,
  orderDelivery,
  deliverTo,
  ordersForLicences,
  webClients,
  media,
  library,
  collections,
  playback,
  notifications,
  sales,
  watchedFolders,
  months,
  formerPlatforms,
  orderOfUploads,
  shareCompanions,
  sharesByThumbnail,
  shareParts,
  hiddenContents,
  successors,
  picturesOfShares,
  segments,
  fileRegistrants,
  soldCollections,
  registrantsOfLists,
  unusedPictures,
  titlesOfMarket,
  wantedCovers,
  bytesOfKinds,
  followedCollections,
  sharedContents,
  changeIds,
  pinnedParts,
  deletedCollections,
  uploadSegments,
  replicaPosition,
  replicatedChain,
  restrictionJobs,
  replicatedCollections,
  nodeSettings,
  sharedConnections,
  collectionKinds,
];

/** The version of databases that this program writes. */
export const newestVersion = migrations.at(-1)?.version ?? 0;

function migrate(db: Db): void {
  const current = db.pragma('user_version', { simple: true }) as number;
  const newest = newestVersion;
  if (current > newest) throw new MessageError('startup.databaseNewer');
  if (current > 0 && current < newest) copyBeforeMigration(db, current);
  const missing = migrations.filter(({ version }) => version > current);
  // One commit, because a new database is then synced once instead of once for each migration.
  db.transaction(() => {
    for (const { sql } of missing) db.exec(sql);
    if (missing.length > 0) db.pragma(`user_version = ${newest}`);
  })();
}

/** Opens a database for reading: it runs no migration and changes no row. */
export function openForReading(path: string): Db {
  // A read-only connection would leave its log and shared memory behind.
  const db = new Database(path, { fileMustExist: true });
  db.pragma('query_only = ON');
  return db;
}

/** Opens and migrates the database. `synchronous=FULL`, because with NORMAL a power cut loses uploads. */
export function openDatabase(path: string): Db {
  const db = new Database(path);
  try {
    chmodSync(path, 0o600);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
