import type { Message } from '../../contract/messages/message.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { FetchSource } from '../fetch/index.ts';
import { openPublicNode, type PublicNodeAccess, type RemoteSignIns } from '../public-nodes/index.ts';
import type { EncryptedLicence, KeyAccess } from './chain-licences.ts';
import { KeyNotFound } from './key-not-found.ts';
import { KeyRequest, type VerifiedKey } from './key-request.ts';

export interface KeySearchOptions extends PublicNodeAccess {
  sessions: RemoteSignIns;
  /** Returns the nodes that may have a content, best first. */
  sources: (encrypted: Buffer) => readonly Pick<FetchSource, 'host' | 'known'>[];
  /** Called when a node sent an invalid response; `reason` is shown to the person. */
  onMisbehaviour: (host: string, reason: Message) => void;
}

/** Limit of the nodes that learn which wallet bought what. */
const maxAsked = 8;
const maxChecked = 32;

/**
 * Asks nodes for the key of a licence.
 * @throws KeyNotFound; the signal's reason
 */
export async function searchKey(
  options: KeySearchOptions,
  licence: EncryptedLicence,
  access: KeyAccess,
  signal: AbortSignal,
): Promise<VerifiedKey> {
  const failures: { host: string; error: unknown }[] = [];
  let asked = 0;
  for (const { host, known } of options.sources(licence.encrypted).slice(0, maxChecked)) {
    if (asked >= maxAsked) break;
    try {
      const node = openPublicNode(host, options, signal);
      // A node without the file must not learn who bought it.
      if (!known && !(await node.holds(licence.encrypted))) continue;
      asked++;
      const { content_address, licence_address } = licence.facts;
      const request = new KeyRequest(licence.facts, 'identity' in access ? access.identity : undefined);
      const wanted = { content_address, licence_address, recipient: request.recipient };
      const response =
        'wallet' in access
          ? await options.sessions.use(host, access.wallet, node, (token) => node.contentKey(wanted, token))
          : await node.contentKey(wanted);
      return await request.verify(response, options.peers.get(host)?.publicKey ?? null);
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ host, error });
      if (error instanceof PeerError && error.code === 'invalid_answer') {
        options.onMisbehaviour(host, error.text);
      }
    }
  }
  throw new KeyNotFound(failures);
}
