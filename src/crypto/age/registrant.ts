import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { ageLine, parseHeader } from './header.ts';
import type { Stanza } from './stanza.ts';

/** The wallet that a sold file names as the sender of its registration on a network. */
export interface Registrant {
  /** As in the setting `chain.network`. */
  network: string;
  wallet: RawAddress;
}

const type = 'alcove.registrant';
const networkForm = /^[a-z]{1,16}$/;

/** Returns the stanza that names a registrant; programs that decrypt the file ignore it. */
export const registrantStanza = ({ network, wallet }: Registrant): Stanza => ({
  type,
  args: [network, wallet],
  body: new Uint8Array(),
});

/** The longest stanza that `registrantOf` accepts. */
export const longestRegistrantStanza = registrantStanza({
  network: 'n'.repeat(16),
  wallet: `-1:${'0'.repeat(64)}`,
});

/**
 * Returns the registrant that a file names.
 * @param start the first bytes of the file, which must contain its whole header
 * @returns undefined for all files but age files with exactly one valid stanza of this type
 */
export function registrantOf(start: Buffer): Registrant | undefined {
  if (!start.subarray(0, ageLine.length).equals(ageLine)) return undefined;
  const [stanza, ...more] = stanzasOf(start).filter((each) => each.type === type);
  if (!stanza || more.length > 0 || stanza.args.length !== 2 || stanza.body.length > 0) return undefined;
  const [network = '', wallet = ''] = stanza.args;
  // A wallet in another spelling would be a second form of the same stanza.
  return networkForm.test(network) && parseTonAddress(wallet) === wallet ? { network, wallet } : undefined;
}

function stanzasOf(start: Buffer): readonly Stanza[] {
  try {
    return parseHeader(start)?.stanzas ?? [];
  } catch {
    return [];
  }
}
