import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './backup-files.ts';
import type { RecoveryDocument, RecoveryTally } from './contract/recovery.ts';
import { type Clock, toTimestamp } from './core/clock.ts';
import { NodeError } from './core/node-error.ts';
import { FileSecretStore, writePrivateFile } from './core/secrets.ts';
import { lockFolder } from './db/folder-lock.ts';
import { openDatabase } from './db/open.ts';
import { RecoveryRepository } from './db/recovery-rows.ts';
import { openRecovery } from './recovery-file.ts';
import { inspectRecovery, secretOfRecovery } from './recovery-inspection.ts';
import { writeRecoveryNotes } from './recovery-notes.ts';
import { marksOf, tally } from './recovery-tally.ts';

export interface RecoveredNode {
  publicKey: string;
  madeAt: string;
  tallies: RecoveryTally[];
  /** The storage folder that the node had been given: it was on the lost machine. */
  formerStorageFolder: string | undefined;
}

type Sections = RecoveryDocument['settings']['file'];

/**
 * Makes a data folder from a recovery file.
 * @param dataDir made where it is not there; else it must be empty
 * @throws NodeError `invalid_request` in words; nothing stays then
 */
export async function restoreRecovery(
  { file, passphrase, dataDir }: { file: Uint8Array; passphrase: string; dataDir: string },
  clock: Clock,
): Promise<RecoveredNode> {
  refuseData(dataDir);
  return restoreDocument(await openRecovery(file, passphrase), dataDir, clock);
}

/** The same from what such a file holds. The secret comes last: no node starts on a database without one. */
export async function restoreDocument(
  document: RecoveryDocument,
  dataDir: string,
  clock: Clock,
): Promise<RecoveredNode> {
  refuseData(dataDir);
  const [problem] = inspectRecovery(document);
  if (problem !== undefined) throw unusable(problem);
  const lock = lockFolder(dataDir);
  try {
    const recovered = await fill(dataDir, document, clock);
    lock.release();
    return recovered;
  } catch (error) {
    lock.release();
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

function refuseData(dataDir: string): void {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return;
  throw new NodeError(
    'invalid_request',
    `${dataDir} is not empty, and restoring would mix two nodes. Move it away, or restore to another folder with --data-dir.`,
  );
}

async function fill(dataDir: string, document: RecoveryDocument, clock: Clock): Promise<RecoveredNode> {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  try {
    if (!new RecoveryRepository(db).write(document.rows)) throw unusable('It contradicts itself.');
  } finally {
    db.close();
  }
  const { file, dashboard } = document.settings;
  const formerStorageFolder = writeSettings(dataDir, {
    'settings.json': file,
    'dashboard-settings.json': dashboard,
  });
  const marks = marksOf(document);
  writeRecoveryNotes(dataDir, {
    made_at: document.made_at,
    checked_at: toTimestamp(clock()),
    checked_made_at: document.made_at,
    newest: { made_at: document.made_at, marks },
  });
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 });
  await syncFolder(dataDir);
  new FileSecretStore(dataDir).save('node-secret', secretOfRecovery(document));
  await syncFolder(join(dataDir, 'secrets'));
  return {
    publicKey: document.node.public_key,
    madeAt: document.made_at,
    tallies: tally(marks, marks),
    formerStorageFolder,
  };
}

/** @returns the storage folder, which may be another node's by now, or on a lost disk: it is left out */
function writeSettings(dataDir: string, files: Record<string, Sections>): string | undefined {
  let former: string | undefined;
  for (const [name, sections] of Object.entries(files)) {
    const { folder, ...storage } = sections.storage ?? {};
    if (typeof folder === 'string') former ??= folder;
    const kept = { ...sections, ...(sections.storage && { storage }) };
    if (Object.keys(kept).length > 0) {
      writePrivateFile(join(dataDir, name), `${JSON.stringify(kept, null, 2)}\n`);
    }
  }
  return former;
}

const unusable = (problem: string): NodeError =>
  new NodeError('invalid_request', `This recovery file cannot be restored. ${problem} Take another one.`);
