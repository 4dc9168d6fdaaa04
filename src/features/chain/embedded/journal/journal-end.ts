import { basename } from 'node:path';
import { knownBlocksFile } from '../known-blocks.ts';
import { damaged, type JournalError } from './journal-error.ts';
import type { Frames, Place, ReadAt } from './journal-frames.ts';

/**
 * Describes the damage at a place that no complete block follows; undefined where only an incomplete block can be.
 * @param known number of blocks that the journal had
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
