import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecoveryTally } from '../../contract/dashboard-api/administration/recovery.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { FileSecretStore, writePrivateFile } from '../../core/data-folder/secrets.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import { openDatabase } from '../../platform/sqlite/open-database.ts';
import { syncFolder } from './backup/backup-files.ts';
import { decryptRecovery } from './recovery-file.ts';
import { inspectRecovery, secretOfRecovery } from './recovery-inspection.ts';
import { writeRecoveryNotes } from './recovery-notes.ts';
import { RecoveryRepository } from './recovery-repository.ts';
import { usableSettings } from './recovery-settings.ts';
import { marksOf, tally } from './recovery-tally.ts';
import { restoreIntoEmpty } from './restored-folder.ts';

export interface RecoveredNode {
  publicKey: string;
  madeAt: string;
  tallies: RecoveryTally[];
  /** Storage folder of the node on the lost computer. */
  formerStorageFolder: string | undefined;
  /** Names of other settings that cannot be used on this computer or in this version. */
  settingsLeftOut: string[];
}

/**
 * Creates a data folder from a recovery file, all or nothing.
 * @param dataDir created if missing; otherwise it must be empty
 * @throws NodeError `invalid_request` with a readable message, `insufficient_storage`; FolderInUseError
 */
export async function restoreRecovery(
  { file, passphrase, dataDir }: { file: Uint8Array; passphrase: string; dataDir: string },
  clock: Clock,
): Promise<RecoveredNode> {
  return restoreDocument(await decryptRecovery(file, passphrase), dataDir, clock);
}

/** Creates a data folder from the content of a recovery file. */
export async function restoreDocument(
  document: RecoveryDocument,
  dataDir: string,
  clock: Clock,
): Promise<RecoveredNode> {
  requireConsistent(document);
  try {
    return await restoreIntoEmpty(dataDir, (folder) => fillFromRecovery(folder, document, clock));
  } catch (error) {
    throw asWriteError(error);
  }
}

/** Refuses a document with inconsistent parts. @throws NodeError `invalid_request` */
export function requireConsistent(document: RecoveryDocument): void {
  const [problem] = inspectRecovery(document);
  if (problem !== undefined) throw unusable(problem);
}

/**
 * Writes the node of a recovery file durably into an empty folder.
 * @throws NodeError `invalid_request` for rows that contradict each other
 */
export async function fillFromRecovery(
  dataDir: string,
  document: RecoveryDocument,
  clock: Clock,
): Promise<RecoveredNode> {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  try {
    if (!new RecoveryRepository(db).write(document.rows)) throw unusable(message('recovery.inconsistent'));
  } finally {
    db.close();
  }
  const { file, dashboard, formerStorageFolder, leftOut } = usableSettings(document.settings);
  writeSettings(join(dataDir, 'settings.json'), file);
  writeSettings(join(dataDir, 'dashboard-settings.json'), dashboard);
  const marks = marksOf(document);
  writeRecoveryNotes(dataDir, {
    made_at: document.made_at,
    checked_at: toTimestamp(clock()),
    checked_made_at: document.made_at,
    newest: { made_at: document.made_at, marks },
  });
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 });
  await syncFolder(dataDir);
  new FileSecretStore(dataDir).save(secretOfRecovery(document));
  await syncFolder(join(dataDir, 'secrets'));
  return {
    publicKey: document.node.public_key,
    madeAt: document.made_at,
    tallies: tally(marks, marks),
    formerStorageFolder,
    settingsLeftOut: leftOut,
  };
}

function writeSettings(path: string, settings: object): void {
  if (Object.keys(settings).length > 0) writePrivateFile(path, `${JSON.stringify(settings, null, 2)}\n`);
}

const unusable = (problem: Message): NodeError =>
  new NodeError('invalid_request', message('recovery.notRestorable', { problem }));
