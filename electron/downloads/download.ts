import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problemDocument } from '../../src/contract/problems.ts';
import { ShellError } from '../core/shell-error.ts';
import { problemText } from '../i18n/node-messages.ts';
import { type TextKey, t } from '../i18n/translate.ts';
import { markAsDownloaded } from './mark-of-the-web.ts';
import { moveToFree } from './move-to-free.ts';

export interface DownloadOptions {
  url: URL;
  headers?: Record<string, string>;
  /** The body of a POST request; without it the request is a GET. */
  body?: string | undefined;
  /** Permissions of the file; default: those of the system. */
  mode?: number | undefined;
  /** Whether another person may have made the file, so that the system warns before it opens it. */
  foreign?: boolean | undefined;
  /** The chosen path; an existing file is replaced once the new one is complete. */
  target: string;
  /** Whether existing files stay, so that the new one gets a number where its name is taken. */
  keepsExisting?: boolean | undefined;
  signal: AbortSignal;
  /** Called after each chunk. */
  onProgress: (bytes: number, totalBytes: number) => void;
}

/**
 * Downloads the response of `url` to a temporary file, then renames that to `target`.
 * @throws ShellError with the reason
 */
export async function download({
  url,
  headers = {},
  body,
  mode,
  foreign = false,
  target,
  keepsExisting = false,
  signal,
  onProgress,
}: DownloadOptions): Promise<void> {
  const temporary = join(
    dirname(target),
    `.${basename(target).slice(0, 50)}.${randomBytes(6).toString('hex')}.part`,
  );
  try {
    const response = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body }),
      headers,
      redirect: 'error',
      signal,
    });
    if (!response.ok || !response.body) throw new ShellError(await refusal(response));
    const totalBytes = Number(response.headers.get('content-length'));
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(counted(response.body, totalBytes, onProgress));
      await file.sync();
    } finally {
      await file.close();
    }
    if (foreign) await markAsDownloaded(temporary);
    if (keepsExisting) await moveToFree(temporary, target);
    else await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw explain(error);
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  totalBytes: number,
  onProgress: DownloadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onProgress(bytes, totalBytes);
    yield chunk;
  }
}

async function refusal(response: Response): Promise<string> {
  const problem = problemDocument.safeParse(await response.json().catch(() => undefined));
  return problem.success ? problemText(problem.data) : t('save.refused', { status: String(response.status) });
}

const reasons: Record<string, TextKey> = {
  ENOSPC: 'save.diskFull',
  EACCES: 'save.notAllowed',
  EPERM: 'save.notAllowed',
  EROFS: 'save.readOnly',
  ENOENT: 'save.folderGone',
  EISDIR: 'save.folderOfThisName',
  ENAMETOOLONG: 'save.nameTooLong',
};

function explain(error: unknown): ShellError {
  if (error instanceof ShellError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new ShellError(t(reasons[code] ?? 'save.interrupted'), { cause: error });
}
