import type { BlockedContent } from '../../contract/dashboard-api/content.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import type { Actor, NoteActivity } from '../../core/events/activity.ts';
import type { BlockList } from './block-list.ts';
import type { Catalogue } from './catalogue.ts';
import type { BlockedRow } from './repository/block-repository.ts';

/** Blocks and unblocks contents, for the dashboard and for commands. */
export interface BlockService {
  block(request: { content_id: string; reason: string }): Promise<BlockedContent>;
  unblock(contentId: string): Promise<{ unblocked: boolean }>;
  listBlocked(): { blocked: BlockedContent[] };
}

export interface BlockServiceOptions {
  content: { catalogue: Pick<Catalogue, 'block'>; blocks: Pick<BlockList, 'list' | 'remove'> };
  note: NoteActivity;
  /** The caller: the dashboard, or a command. */
  actor: Actor;
}

const toBlocked = ({ sha256, reason, blockedAt }: BlockedRow): BlockedContent => ({
  content_id: contentIdOf(sha256),
  reason,
  blocked_at: toTimestamp(blockedAt),
});

export const createBlockService = ({ content, note, actor }: BlockServiceOptions): BlockService => ({
  block: async ({ content_id, reason }) => {
    const blocked = toBlocked(await content.catalogue.block(parseContentId(content_id).sha256, reason));
    note({ kind: 'block', actor, detail: 'activity.blocked', subject: blocked.content_id });
    return blocked;
  },
  unblock: async (contentId) => {
    const { sha256 } = parseContentId(contentId);
    const unblocked = await content.blocks.remove(sha256);
    if (unblocked)
      note({ kind: 'unblock', actor, detail: 'activity.unblocked', subject: contentIdOf(sha256) });
    return { unblocked };
  },
  listBlocked: () => ({ blocked: content.blocks.list().map(toBlocked) }),
});
