import { invalidCursor } from '../../../core/lists/cursors.ts';
import type { SortStart } from './sorted-content-repository.ts';

/** Encodes the start of a page. */
export const writeSortCursor = ({ key, number, isIncluded }: SortStart): string =>
  Buffer.from(JSON.stringify([key, number, isIncluded])).toString('base64url');

/** Decodes a cursor. @throws NodeError `invalid_request` */
export function readSortCursor(cursor: string): SortStart {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === 3) {
      const [key, number, isIncluded]: unknown[] = parsed;
      const isKey = typeof key === 'string' || Number.isSafeInteger(key);
      if (isKey && Number.isSafeInteger(number) && typeof isIncluded === 'boolean') {
        return { key: key as string | number, number: number as number, isIncluded };
      }
    }
  } catch {}
  throw invalidCursor();
}
