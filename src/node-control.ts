import { contentIdOf } from './blobs/content-id.ts';
import type { Catalogue } from './content/catalogue.ts';
import type { ApiTokenDocument } from './contract/control.ts';
import { toTimestamp } from './core/clock.ts';
import type { Control } from './http/control.ts';
import type { ApiToken, ApiTokens } from './sign-in/api-tokens.ts';

const toDocument = ({ id, name, scopes, createdAt, lastUsedAt }: ApiToken): ApiTokenDocument => ({
  id,
  name,
  scopes,
  created_at: toTimestamp(createdAt),
  last_used_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
});

/** What commands can do with a data folder; the same for the process that has it and for a command alone. */
export function createControl(services: {
  tokens: ApiTokens;
  catalogue: Pick<Catalogue, 'verify'>;
  dashboard: () => { url: string; localKey: string };
  onTokensChange?: () => void;
}): Control {
  const { tokens, catalogue, dashboard, onTokensChange } = services;
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
      const { verified, damaged } = await catalogue.verify();
      return {
        verified,
        damaged: damaged.map(({ sha256, problem }) => ({ content_id: contentIdOf(sha256), problem })),
      };
    },
    dashboard: () => {
      const { url, localKey } = dashboard();
      return { dashboard_url: `${url}/#key=${localKey}` };
    },
  };
}
