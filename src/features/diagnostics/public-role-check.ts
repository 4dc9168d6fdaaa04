import { nodeInfo } from '../../contract/node-api/peers.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { fromConnectionError } from '../../platform/net/failures/peer-error.ts';
import { askInfo, type InfoAnswer } from './ask-info.ts';
import { type Check, type Finding, failed, fine, skipped, warning } from './check.ts';

/** Configuration of a public node. */
export interface PublicRole {
  publicKey: string;
  /** Undefined for a private node. */
  publicHost: string | undefined;
  trustedProxies: readonly string[];
  clock(): number;
}

const dayMs = 24 * 3_600_000;
const soonDays = 14;

/** Creates the check of the node's public reachability, as far as it can be tested locally. */
export const publicRoleCheck = (role: PublicRole): Check => ({
  id: 'public_role',
  title: 'Public address',
  run: async (signal) => {
    const { publicHost: host } = role;
    if (host === undefined) return skipped('This is a private node: nobody needs to reach it.');
    try {
      return judged(role, host, await askInfo(host, signal));
    } catch (error) {
      const { message, remedy } = fromConnectionError(error);
      return failed(`${host} cannot be reached from here: ${message}`, messageText(remedy));
    }
  },
});

function judged(role: PublicRole, host: string, answer: InfoAnswer): Finding {
  const { status, document, certificateUntil } = answer;
  if (status >= 300 && status < 400) {
    return failed(
      `${host} leads on to another address, which other nodes do not follow.`,
      'Set node.public_host to the address at which the node really answers.',
    );
  }
  const { data } = nodeInfo.safeParse(document);
  if (!data) {
    return failed(
      `What answers at ${host} is not this node (status ${status}).`,
      'Check where the proxy in front of this node passes requests on to.',
    );
  }
  if (data.public_key !== role.publicKey) {
    return failed(`Another node answers at ${host}.`, 'Check the proxy and the name: they lead elsewhere.');
  }
  const days =
    certificateUntil === undefined ? undefined : Math.floor((certificateUntil - role.clock()) / dayMs);
  if (days !== undefined && days < soonDays) {
    return warning(
      `The certificate of ${host} ends in ${days} days.`,
      'Renew it, or have it renewed by itself.',
    );
  }
  if (host.startsWith('https:') && role.trustedProxies.length === 0) {
    return warning(
      'The proxy in front of this node is not trusted, so that all visitors count as one and share one limit.',
      'Set http.trusted_proxies to the address of the proxy.',
    );
  }
  return fine(
    days === undefined
      ? `This node answers at ${host}, without encryption.`
      : `This node answers at ${host}; its certificate is good for ${days} days.`,
  );
}
