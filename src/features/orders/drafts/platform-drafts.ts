import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { countCells, type OwnWallet } from '../../chain/index.ts';
import { newestGeneration, offChainMetadata, onChainMetadata } from '../../chain/runtime.ts';
import type { PlatformMetadata } from '../platform/platform-texts.ts';
import { type Draft, paySeparately } from './draft.ts';

/** Maximum number of distinct cells in the metadata of a platform (terms.tolk). */
const maxCells = 32;

/** Encodes the metadata of a platform (TEP-64). @throws NodeError `precondition_failed` when it is too long */
export function platformMetadataCell(metadata: PlatformMetadata) {
  const cell = 'url' in metadata ? offChainMetadata(metadata.url) : onChainMetadata({ ...metadata.texts });
  if (countCells(cell) <= maxCells) return cell;
  throw new NodeError('precondition_failed', 'orders.platformTextsTooLong');
}

interface PlatformDraftOptions {
  /** The fee wallet, whose platform it is. */
  wallet: OwnWallet;
  platform: RawAddress;
  metadata: PlatformMetadata;
}

/**
 * Drafts the deployment of this node's platform.
 * @throws NodeError `precondition_failed`
 */
export function deployDraft(options: PlatformDraftOptions): Draft {
  const { amounts, platformState } = newestGeneration;
  return {
    ...platformDraft('deploy', options, amounts.deploy),
    deposit: amounts.platformDeposit,
    init: platformState(options.wallet.address),
  };
}

/**
 * Drafts new metadata of this node's platform.
 * @throws NodeError `precondition_failed`
 */
export function metadataDraft(options: PlatformDraftOptions): Draft {
  const { action } = newestGeneration.amounts;
  const fee = { kind: 'action', platform: options.platform, attached: action } as const;
  return { ...platformDraft('metadata', options, action), fee };
}

function platformDraft(
  name: 'deploy' | 'metadata',
  { platform, metadata: asked }: PlatformDraftOptions,
  amount: bigint,
): Draft {
  const metadata = platformMetadataCell(asked);
  return {
    kind: 'platform',
    title: '',
    purpose: `platform ${name}`,
    terms: metadata.hash().toString('hex'),
    target: platform,
    recipient: null,
    amount,
    bounce: true,
    sendMode: paySeparately,
    body: ({ queryId }) => newestGeneration.messages.setPlatformMetadata({ queryId, metadata }),
  };
}
