import type { BlockedContent } from '../../contract/dashboard-api/content.ts';

/** Blocks and unblocks contents, for the dashboard and for commands. */
export interface BlockService {
  block(request: { content_id: string; reason: string }): Promise<BlockedContent>;
  unblock(contentId: string): { unblocked: boolean };
  listBlocked(): { blocked: BlockedContent[] };
}
