import { once } from 'node:events';
import { contentIdOf } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { createTokenAdminService, type TokenAdminOptions } from '../../features/auth/index.ts';
import type { EmbeddedChainAccess } from '../../features/chain/index.ts';
import { type BlockServiceOptions, createBlockService } from '../../features/content/index.ts';
import type { ChainCheckService } from '../../features/diagnostics/index.ts';
import { checkReceipt, type FollowedMarket } from '../../features/market/index.ts';
import type { RecoveryService } from '../../features/recovery/index.ts';
import type { ContentServices } from '../modules/storage/content.ts';
import type { FolderCommand } from './control-folders.ts';
import type { Control } from './control-server.ts';

/** Functions of the embedded chain for commands. */
export type CommandedChain = Pick<EmbeddedChainAccess, 'faucet' | 'serve'>;

export const noEmbeddedChain = (): NodeError => new NodeError('chain_unavailable', 'http.chainNotEmbedded');

export interface ControlOptions extends TokenAdminOptions, BlockServiceOptions {
  content: Pick<ContentServices, 'catalogue' | 'blocks' | 'check'>;
  /** Returns a new address of the dashboard, which opens one session. */
  dashboard: () => string;
  /** The node's embedded chain; undefined if it has none. */
  chain?: () => Promise<CommandedChain>;
  /** @throws NodeError `chain_unavailable` when no chain is followed */
  market: () => FollowedMarket;
  recovery: Pick<RecoveryService, 'make' | 'check'>;
  chainCheck: Pick<ChainCheckService, 'run'>;
  folders: Pick<Control, FolderCommand>;
  /** Orders for this node's platform. @throws NodeError `chain_unavailable` when no chain is followed */
  platform: Pick<Control, 'quotePlatform' | 'orderPlatform'>;
}

/** Creates the control of a data folder, for the running node and for a command without one. */
export function createControl(options: ControlOptions): Control {
  const { content, dashboard, chain = () => Promise.reject(noEmbeddedChain()), market, recovery } = options;
  const { chainCheck, platform, folders } = options;
  return {
    ...createTokenAdminService(options),
    ...createBlockService(options),
    verify: async (verifying) => {
      const { verified, damaged } = await content.check.verify(verifying);
      return {
        verified,
        damaged: damaged.map(({ sha256, problem }) => ({ content_id: contentIdOf(sha256), problem })),
      };
    },
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
    checkChain: (request) => chainCheck.run(request),
    ...platform,
    ...folders,
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
