import type { ReceiptCheck } from '../../contract/control.ts';
import { type LicenceFacts, licenceFacts, type Receipt } from '../../contract/receipt.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { IndexerState } from '../chain/index.ts';
import type { ChainMarket } from './chain-market.ts';
import { licenceFactsOf } from './licence-facts.ts';

export interface FollowedMarket {
  network: LicenceFacts['network'];
  market: Pick<ChainMarket, 'licence'>;
  /** Progress of the index. */
  status: IndexerState['status'];
}

/**
 * Compares a receipt with the chain; the licence may belong to somebody else now.
 * @throws NodeError `chain_unavailable` when the index is incomplete
 */
export function checkReceipt(receipt: Receipt, { network, market, status }: FollowedMarket): ReceiptCheck {
  if (receipt.network !== network) {
    throw new NodeError(
      'chain_unavailable',
      message('chain.receiptOtherNetwork', { network: receipt.network, followed: network }),
    );
  }
  if (status !== 'ok') throw new NodeError('chain_unavailable', 'chain.indexIncomplete');
  const address = parseTonAddress(receipt.licence_address);
  const found = address === undefined ? undefined : market.licence(address);
  const facts = found && licenceFactsOf(network, found);
  if (!facts) return { problem: message('chain.receiptUnknown'), owner: null };
  const members = Object.keys(licenceFacts.omit({ owner: true }).shape) as (keyof LicenceFacts)[];
  const wrong = members.filter((member) => facts[member] !== receipt[member]);
  return {
    problem: wrong.length === 0 ? null : message('chain.receiptDiffers', { members: wrong.join(', ') }),
    owner: facts.owner,
  };
}
