import { getNetworkInfo, nodeInfo } from '../../contract/node-api/peers.ts';
import { message } from '../../core/messages/message.ts';
import { fromConnectionError } from '../../platform/net/failures/peer-error.ts';
import { askDocument, type DocumentResponse } from './ask-document.ts';
import { type Check, type Finding, failed, passed, skipped, warning } from './check.ts';

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

/** Creates the check of the node's public reachability, as far as this computer can test it. */
export const publicRoleCheck = (role: PublicRole): Check => ({
  id: 'public_role',
  title: 'diagnostics.publicAddress',
  run: async (signal) => {
    const { publicHost: host } = role;
    if (host === undefined) return skipped('diagnostics.privateNode');
    try {
      return judged(role, host, await askDocument(`${host}${getNetworkInfo.path}`, signal));
    } catch (error) {
      const { text, remedy } = fromConnectionError(error);
      return failed(message('diagnostics.publicUnreachable', { host, cause: text }), remedy);
    }
  },
});

function judged(role: PublicRole, host: string, response: DocumentResponse): Finding {
  const { status, document, certificateUntil } = response;
  if (status >= 300 && status < 400) {
    return failed(message('diagnostics.publicRedirects', { host }), 'diagnostics.publicRedirectsRemedy');
  }
  const { data } = nodeInfo.safeParse(document);
  if (!data) {
    return failed(
      message('diagnostics.publicNotThisNode', { host, status }),
      'diagnostics.publicNotThisNodeRemedy',
    );
  }
  if (data.public_key !== role.publicKey) {
    return failed(
      message('diagnostics.otherNodeAnswers', { url: host }),
      'diagnostics.publicOtherNodeRemedy',
    );
  }
  const days =
    certificateUntil === undefined ? undefined : Math.floor((certificateUntil - role.clock()) / dayMs);
  if (days !== undefined && days < soonDays) {
    return warning(
      message('diagnostics.certificateExpires', { host, count: days }),
      'diagnostics.certificateExpiresRemedy',
    );
  }
  if (host.startsWith('https:') && role.trustedProxies.length === 0) {
    return warning('diagnostics.proxyUntrusted', 'diagnostics.proxyUntrustedRemedy');
  }
  return passed(
    days === undefined
      ? message('diagnostics.publicUnencrypted', { host })
      : message('diagnostics.publicAnswers', { host, count: days }),
  );
}
