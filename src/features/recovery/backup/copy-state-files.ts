import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MessageError, message } from '../../../core/messages/message.ts';
import { copyJournal, hasJournal, JournalError } from '../../chain/index.ts';
import { copyHashed, hashFile, sizeOf } from './backup-files.ts';
import { type BackupManifest, journalFile, stateFiles } from './backup-folder.ts';

/** Copies the state files; called after the database is copied, whose index must not be ahead of the copied chain. */
export async function copyStateFiles(
  dataDir: string,
  state: string,
  signal: AbortSignal | undefined,
): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = {};
  for (const name of stateFiles) {
    const [source, target] = [join(dataDir, name), join(state, name)];
    if (name !== 'alcove.db') {
      if (!existsSync(source) && !(name === journalFile && hasJournal(source))) continue;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      if (name === journalFile) await copyJournalFile(source, target);
      else await copyHashed(source, target, signal);
    }
    files[name] = {
      size: (await sizeOf(target)) ?? 0,
      sha256: (await hashFile(target, signal)).toString('hex'),
    };
  }
  return files;
}

async function copyJournalFile(from: string, to: string): Promise<void> {
  try {
    await copyJournal(from, to);
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    throw new MessageError(message('backup.chainDamaged', { problem: cause.text }), { cause });
  }
}
