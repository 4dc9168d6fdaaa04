import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupPreview } from '../../../contract/dashboard-api/administration/backup-restore.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import {
  FileSettingsLayer,
  resolveSettings,
  SettingsError,
  settingsFromEnvironment,
  settingsFromFile,
} from '../../../core/settings.ts';
import { newestVersion } from '../../../platform/sqlite/open-database.ts';
import { asRestoreError } from './backup-error.ts';
import { sizeOf } from './backup-files.ts';
import { type BackupManifest, readManifest, stateFiles, withinChosen } from './backup-folder.ts';

/** Position of `user_version` in the header of an SQLite file. */
const versionOffset = 60;

interface InspectionOptions {
  dataDir: string;
  /** Returns whether this computer can decrypt the file of a secret. */
  opensSecret: (path: string) => boolean;
}

/**
 * Returns what the backup in a chosen folder would restore, and why it cannot be restored here; changes nothing.
 * @throws NodeError `invalid_request` when there is no complete backup, or it cannot be read
 */
export async function inspectBackup(chosen: string, options: InspectionOptions): Promise<BackupPreview> {
  const folder = withinChosen(chosen);
  try {
    return await inspect(folder, options);
  } catch (error) {
    throw new NodeError('invalid_request', asRestoreError(error, folder).text, { cause: error });
  }
}

async function inspect(folder: string, { dataDir, opensSecret }: InspectionOptions): Promise<BackupPreview> {
  const manifest = readManifest(folder);
  const state = join(folder, manifest.state);
  const damaged = await damagedFile(state, manifest);
  const stateBytes = Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0);
  const room = { needed: manifest.content_bytes + stateBytes, free: await freeBytes(dataDir) };
  return {
    folder,
    made_at: manifest.made_at,
    alcove_version: manifest.alcove_version,
    contents: manifest.contents,
    content_bytes: manifest.content_bytes,
    lacking: manifest.lacking.length,
    public_key: manifest.public_key ?? manifest.node ?? null,
    // Files that are not in the manifest are not restored, and reading pipes and devices might never end.
    key: damaged === undefined ? keyOf(state, manifest, opensSecret) : 'other_computer',
    needed_bytes: room.needed,
    free_bytes: room.free,
    problems: [
      ...(damaged === undefined
        ? [...(await versionProblems(state, manifest)), ...unusableSettings(state, manifest)]
        : [message('backup.stateDamaged', { path: damaged })]),
      ...(room.needed > room.free ? [message('backup.noRoom', { ...room, folder: dataDir })] : []),
    ],
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function keyOf(
  state: string,
  { files }: BackupManifest,
  opensSecret: (path: string) => boolean,
): BackupPreview['key'] {
  if (files['secrets/node-secret']) return 'in_backup';
  if (!files['secrets/node-secret.sealed']) return 'other_computer';
  return opensSecret(join(state, 'secrets/node-secret.sealed')) ? 'this_computer' : 'other_computer';
}

/** Returns the path of a missing or damaged state file, without hashing. */
async function damagedFile(state: string, { files }: BackupManifest): Promise<string | undefined> {
  for (const name of stateFiles) {
    const expected = files[name];
    const path = join(state, name);
    const isMissing = !expected && name === 'alcove.db';
    if (isMissing || (expected && (await sizeOf(path)) !== expected.size)) return path;
  }
  return undefined;
}

async function versionProblems(state: string, manifest: BackupManifest): Promise<Message[]> {
  if ((await versionOf(join(state, 'alcove.db'))) <= newestVersion) return [];
  return [message('backup.newer', { version: manifest.alcove_version })];
}

/** Returns the version of a database without opening it. */
async function versionOf(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, versionOffset);
    return buffer.readUInt32BE();
  } finally {
    await file.close();
  }
}

/** Returns the problems with which the restored node could not start. */
function unusableSettings(state: string, { files }: BackupManifest): Message[] {
  try {
    const file = files['settings.json'] ? settingsFromFile(state) : {};
    const dashboard = files['dashboard-settings.json'] ? new FileSettingsLayer(state).read() : {};
    resolveSettings(file, dashboard, settingsFromEnvironment(process.env));
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [message('backup.settingsUnusable', { problem: error.text })];
  }
}
