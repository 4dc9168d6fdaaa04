import { existsSync } from 'node:fs';
import type { Message } from '../../../contract/messages/message.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { systemCode } from '../../../platform/blobs/store/system-code.ts';

type Explain = (folder: string) => Message;

const diskFull: Explain = () => message('backup.diskFull');
const notWritable: Explain = (folder) => message('backup.notWritable', { folder });
const readOnly: Explain = (folder) => message('backup.readOnly', { folder });
const unreachable: Explain = (folder) => message('backup.unreachable', { folder });

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Errors of the disk of a backup; the node reports errors of its own disk itself. */
const explanations: Readonly<Record<string, Explain>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_FULL: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  SQLITE_CANTOPEN: notWritable,
  EROFS: readOnly,
  SQLITE_READONLY: readOnly,
  ENOTDIR: (folder) => message('backup.isFile', { folder }),
  ENODEV: unreachable,
  ENXIO: unreachable,
  EIO: unreachable,
};

/** Returns an error that explains to people why a backup stopped; those that already do are returned unchanged. */
export function asBackupError(error: unknown, folder: string): MessageError {
  const explain = explanations[diskCode(error)];
  if (explain) return new MessageError(explain(folder), { cause: error });
  if (error instanceof MessageError) return error;
  if (!existsSync(folder)) return new MessageError(unreachable(folder), { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  return new MessageError(message('backup.stopped', { error: text }), { cause: error });
}

/** Returns an error that explains to people why a backup was not restored. */
export function asRestoreError(error: unknown, folder: string): MessageError {
  const code = diskCode(error);
  if (fullCodes.has(code)) return new MessageError('backup.restoreDiskFull', { cause: error });
  if (error instanceof MessageError) return error;
  if (code === 'EACCES' || code === 'EPERM')
    return new MessageError(message('backup.notReadable', { folder }), { cause: error });
  if (!existsSync(folder) || code === 'EIO')
    return new MessageError(message('backup.restoreUnreachable', { folder }), { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  return new MessageError(message('backup.restoreStopped', { error: text }), { cause: error });
}

/** Returns the code of an error or of its cause, as the lock of the folder wraps those of SQLite. */
const diskCode = (error: unknown): string =>
  systemCode(error) ?? (error instanceof Error ? (systemCode(error.cause) ?? '') : '');
