import type { BatchResult } from '../../contract/dashboard-api/library/trash.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';

/**
 * Runs `act` for each content; a refusal does not stop the others.
 * @throws NodeError `invalid_content_id`, `unsupported_content_id` before any content is changed
 */
export async function forEachContent(
  ids: readonly string[],
  act: (sha256: Buffer) => Promise<void>,
): Promise<BatchResult> {
  const hashes = new Map(
    ids.map((id) => parseContentId(id)).map(({ sha256 }) => [contentIdOf(sha256), sha256]),
  );
  const refused = await Promise.all(
    [...hashes].map(async ([content_id, sha256]) => {
      try {
        await act(sha256);
        return [];
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return [{ content_id, code: error.code, message: error.text }];
      }
    }),
  );
  return { done: hashes.size - refused.flat().length, refused: refused.flat() };
}
