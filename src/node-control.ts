import { contentIdOf, parseContentId } from './blobs/content-id.ts';
import type { ContentServices } from './content/create-content.ts';
import type { ApiTokenDocument } from './contract/control.ts';
import type { BlockedContent } from './contract/endpoints/local-blocked.ts';
import { toTimestamp } from './core/clock.ts';
import type { BlockedRow } from './db/blocked.ts';
import type { Control } from './http/control.ts';
import type { ApiToken, ApiTokens } from './sign-in/api-tokens.ts';

const toDocument = ({ id, name, scopes, createdAt, lastUsedAt }: ApiToken): ApiTokenDocument => ({
  id,
  name,
  scopes,
  created_at: toTimestamp(createdAt),
  last_used_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
});

const toBlocked = ({ sha256, reason, blockedAt }: BlockedRow): BlockedContent => ({
  content_id: contentIdOf(sha256),
  reason,
  blocked_at: toTimestamp(blockedAt),
});

/** What commands can do with a data folder; the same for the process that has it and for a command alone. */
export function createControl(services: {
  tokens: ApiTokens;
  content: Pick<ContentServices, 'catalogue' | 'blocks' | 'check'>;
  dashboard: () => { url: string; localKey: string };
  onTokensChange?: () => void;
}): Control {
  const { tokens, content, dashboard, onTokensChange } = services;
  return {
    createToken: ({ name, scopes }) => {
      const created = tokens.create(name, scopes);
      onTokensChange?.();
      return { ...toDocument(created), token: created.token };
    },
    listTokens: () => ({ tokens: tokens.list().map(toDocument) }),
    revokeToken: (idOrName) => {
      const revoked = tokens.revoke(idOrName);
      if (revoked) onTokensChange?.();
      return { revoked };
    },
    verify: async () => {
      const { verified, damaged } = await content.check.verify();
      return {
        verified,
        damaged: damaged.map(({ sha256, problem }) => ({ content_id: contentIdOf(sha256), problem })),
      };
    },
    block: async ({ content_id, reason }) =>
      toBlocked(await content.catalogue.block(parseContentId(content_id).sha256, reason)),
    unblock: (contentId) => ({ unblocked: content.blocks.remove(parseContentId(contentId).sha256) }),
    listBlocked: () => ({ blocked: content.blocks.list().map(toBlocked) }),
    dashboard: () => {
      const { url, localKey } = dashboard();
      return { dashboard_url: `${url}/#key=${localKey}` };
    },
  };
}
