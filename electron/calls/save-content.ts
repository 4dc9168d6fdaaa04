import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { saidByNode } from '../said-by-node.ts';
import { ShellError } from '../shell-error.ts';
import { say, type WordKey } from '../words.ts';
import { markAsForeign } from './mark-of-origin.ts';

interface SaveOptions {
  url: URL;
  headers?: Record<string, string>;
  /** Posted; without it the file is only asked for. */
  body?: string | undefined;
  /** Who may read the file; as usual where not set. */
  mode?: number | undefined;
  /** Whether the file may be of others, so that the system warns before it opens it. */
  foreign?: boolean | undefined;
  /** The path that the person chose; an existing file is replaced once the new one is whole. */
  target: string;
  signal: AbortSignal;
  /** Told after each chunk how many bytes are there, and of how many. */
  onProgress: (bytes: number, totalBytes: number) => void;
}

/**
 * Downloads what the node answers at `url` to `target`, whole or not at all: the bytes go to a temporary file beside it, which
 * gets the name at the end.
 * @throws ShellError saying why it could not be saved
 */
export async function saveContent({
  url,
  headers = {},
  body,
  mode,
  foreign = false,
  target,
  signal,
  onProgress,
}: SaveOptions): Promise<void> {
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
    if (foreign) await markAsForeign(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw explain(error);
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  totalBytes: number,
  onProgress: SaveOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onProgress(bytes, totalBytes);
    yield chunk;
  }
}

async function refusal(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => undefined);
  const detail =
    typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : undefined;
  return typeof detail === 'string'
    ? saidByNode(detail)
    : say('save.refused', { status: String(response.status) });
}

const reasons: Record<string, WordKey> = {
  ENOSPC: 'save.noRoom',
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
  return new ShellError(say(reasons[code] ?? 'save.cutShort'), { cause: error });
}
