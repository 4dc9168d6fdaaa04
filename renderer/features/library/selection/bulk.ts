import { toCallError } from '../../../lib/api/call-error.ts';

/** An item that was refused. */
export interface BulkFailure {
  id: string;
  error: Error;
}

export interface BulkProgress {
  /** Number of processed items, including refused ones. */
  done: number;
  total: number;
  failures: readonly BulkFailure[];
}

/**
 * Runs a task for each of several items, one after the other. A refused item does not stop the others.
 * @param signal stops the work before the next item
 */
export async function forEachItem(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: BulkProgress): void },
): Promise<BulkProgress> {
  let progress: BulkProgress = { done: 0, total: ids.length, failures: [] };
  for (const id of ids) {
    if (signal.aborted) break;
    const failure = await act(id).then(
      () => [],
      (error: unknown) => [{ id, error: toCallError(error) }],
    );
    progress = { ...progress, done: progress.done + 1, failures: [...progress.failures, ...failure] };
    onProgress(progress);
  }
  return progress;
}

/** Returns a list in parts of at most `size`. */
export const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
