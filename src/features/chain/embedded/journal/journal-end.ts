import { basename } from 'node:path';
import { knownBlocksFile } from '../known-blocks.ts';
import { damaged, type JournalError } from './journal-error.ts';
import type { Frames, Place, ReadAt } from './journal-frames.ts';

/**
 * What is wrong with the place behind which no whole block follows; undefined where only a block in flight can.
 * @param known how many blocks the journal had
 */
export function problemAt(
  { blocks, end }: Place,
  { file, frames, read, known }: { file: string; frames: Frames; read: ReadAt; known: number },
): JournalError | undefined {
  if (frames.isAnyFrom(end, read)) {
    const place = `block ${blocks + 1}, ${end} bytes from its beginning`;
    return damaged(file, `is damaged in ${place}, and has blocks behind it`);
  }
  if (blocks >= known) return undefined;
  const remedy = `To go on without them, remove ${basename(knownBlocksFile(file))}`;
  return damaged(file, `had ${known} blocks, and those after block ${blocks} are damaged or lost. ${remedy}`);
}
