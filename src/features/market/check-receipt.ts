import type { ReceiptCheck } from '../../contract/control.ts';
import { type LicenceFacts, licenceFacts, type Receipt } from '../../contract/receipt.ts';
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
 * Compares a receipt with the chain. The licence may have changed hands since.
 * @throws NodeError `chain_unavailable` when the index is incomplete
 */
export function checkReceipt(receipt: Receipt, { network, market, status }: FollowedMarket): ReceiptCheck {
  if (receipt.network !== network) {
    throw new NodeError(
      'chain_unavailable',
      `The receipt is of the network ${receipt.network}, and this node follows ${network}.`,
    );
  }
  if (status !== 'ok') {
    throw new NodeError(
      'chain_unavailable',
      'This node has not read the chain up to now. Try again when it has.',
    );
  }
  const address = parseTonAddress(receipt.licence_address);
  const found = address === undefined ? undefined : market.licence(address);
  const facts = found && licenceFactsOf(network, found);
  if (!facts) {
    return { problem: 'The chain has no such licence on the platform that this node follows.', owner: null };
  }
  const members = Object.keys(licenceFacts.omit({ owner: true }).shape) as (keyof LicenceFacts)[];
  const wrong = members.filter((member) => facts[member] !== receipt[member]);
  return {
    problem: wrong.length === 0 ? null : `The chain says something else about: ${wrong.join(', ')}.`,
    owner: facts.owner,
  };
}
