import type { LicenceFacts } from '../../contract/receipt.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';

/**
 * Returns the data of a licence on the chain for a receipt.
 * @returns undefined for a content whose metadata names no encrypted file, which needs no key
 */
export function licenceFactsOf(
  network: LicenceFacts['network'],
  {
    licence,
    content,
  }: { licence: ChainLicence; content: Pick<ChainContent, 'address' | 'sha256' | 'keyHash'> },
): LicenceFacts | undefined {
  const { sha256, keyHash } = content;
  if (!sha256 || !keyHash) return undefined;
  const testOnly = network !== 'mainnet';
  return {
    network,
    content_address: formatTonAddress(content.address, { bounceable: true, testOnly }),
    content_id: contentIdOf(sha256),
    key_hash: keyHash.toString('hex'),
    licence_address: formatTonAddress(licence.address, { bounceable: true, testOnly }),
    licence: licence.kind,
    owner: formatTonAddress(licence.owner, { bounceable: false, testOnly }),
    price: String(licence.price),
    issued_at: toTimestamp(licence.issuedAt),
    transaction: licence.transactionHash.toString('hex'),
  };
}
