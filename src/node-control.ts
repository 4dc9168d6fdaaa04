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
}): Control {
  const { tokens, catalogue, dashboard } = services;
  return {
    createToken: ({ name, scopes }) => {
      const created = tokens.create(name, scopes);
      return { ...toDocument(created), token: created.token };
    },
    listTokens: () => ({ tokens: tokens.list().map(toDocument) }),
    revokeToken: (idOrName) => ({ revoked: tokens.revoke(idOrName) }),
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
