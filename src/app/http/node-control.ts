import { once } from 'node:events';
import type { ActivityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { ApiTokenDocument } from '../../contract/dashboard-api/auth.ts';
import type { BlockedContent } from '../../contract/dashboard-api/content.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import type { Actor, NoteActivity } from '../../core/events/activity.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ApiToken, ApiTokens } from '../../features/auth/index.ts';
import type { EmbeddedChainAccess } from '../../features/chain/index.ts';
import type { BlockedRow } from '../../features/content/index.ts';
import { checkReceipt, type FollowedMarket } from '../../features/market/index.ts';
import type { RecoveryService } from '../../features/recovery/index.ts';
import type { ContentServices } from '../modules/content.ts';
import type { Control } from './control-server.ts';

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

/** Functions of the embedded chain for commands. */
export type CommandedChain = Pick<EmbeddedChainAccess, 'faucet' | 'serve'>;

export const noEmbeddedChain = (): NodeError =>
  new NodeError(
    'chain_unavailable',
    'This node is not on an embedded chain. Start it with chain.network=embedded, and without chain.endpoint.',
  );

/** Creates the control of a data folder, for the running node and for a command without one. */
export function createControl(services: {
  tokens: ApiTokens;
  content: Pick<ContentServices, 'catalogue' | 'blocks' | 'check'>;
  /** Returns a new address of the dashboard, which opens one session. */
  dashboard: () => string;
  onTokensChange?: () => void;
  /** The node's embedded chain; undefined if it has none. */
  chain?: () => Promise<CommandedChain>;
  /** @throws NodeError `chain_unavailable` when no chain is followed */
  market: () => FollowedMarket;
  recovery: Pick<RecoveryService, 'make' | 'check'>;
  note: NoteActivity;
  /** The caller: the dashboard, or a command. */
  actor: Actor;
}): Control {
  const {
    tokens,
    content,
    dashboard,
    onTokensChange,
    chain = () => Promise.reject(noEmbeddedChain()),
    market,
    recovery,
    actor,
  } = services;
  const note = (kind: ActivityKind, detail: string, subject: string) =>
    services.note({ kind, actor, detail, subject });
  return {
    createToken: ({ name, scopes }) => {
      const created = tokens.create(name, scopes);
      onTokensChange?.();
      note('token', `Made an API token for ${scopes.join(', ')}`, name);
      return { ...toDocument(created), token: created.token };
    },
    listTokens: () => ({ tokens: tokens.list().map(toDocument) }),
    revokeToken: (idOrName) => {
      const name = tokens.list().find(({ id }) => id === idOrName)?.name ?? idOrName;
      const revoked = tokens.revoke(idOrName);
      if (revoked) {
        onTokensChange?.();
        note('token', 'Revoked an API token', name);
      }
      return { revoked };
    },
    verify: async (options) => {
      const { verified, damaged } = await content.check.verify(options);
      return {
        verified,
        damaged: damaged.map(({ sha256, problem }) => ({ content_id: contentIdOf(sha256), problem })),
      };
    },
    block: async ({ content_id, reason }) => {
      const blocked = toBlocked(await content.catalogue.block(parseContentId(content_id).sha256, reason));
      note('block', 'Blocked a content', blocked.content_id);
      return blocked;
    },
    unblock: (contentId) => {
      const { sha256 } = parseContentId(contentId);
      const unblocked = content.blocks.remove(sha256);
      if (unblocked) note('unblock', 'Lifted a block', contentIdOf(sha256));
      return { unblocked };
    },
    listBlocked: () => ({ blocked: content.blocks.list().map(toBlocked) }),
    dashboard: () => ({ dashboard_url: dashboard() }),
    faucet: async ({ address, nano_ton }) => {
      await (await chain()).faucet(address, BigInt(nano_ton));
      return { address, nano_ton };
    },
    checkReceipt: (receipt) => checkReceipt(receipt, market()),
    makeRecovery: async ({ passphrase }) => {
      const { madeAt, file } = await recovery.make(passphrase);
      return { made_at: madeAt, file: file.toString('base64') };
    },
    checkRecovery: ({ file, passphrase }) => recovery.check(Buffer.from(file, 'base64'), passphrase),
    serveChain: async ({ port, signal, onListening }) => {
      const serving = await (await chain()).serve(port);
      try {
        onListening({ url: serving.url });
        if (!signal.aborted) await once(signal, 'abort');
      } finally {
        await serving.stop();
      }
    },
  };
}
