import type { Message } from '../../../contract/messages/message.ts';
import type { Compatibility } from '../../../contract/node-api/peers.ts';
import { message } from '../../../core/messages/message.ts';

/** Compatibility of another node; sent in a handshake response. */
export interface VersionVerdict {
  compatibility: Compatibility;
  /** Present exactly when the MINOR parts differ, whatever the MAJOR parts are. */
  warning?: Message;
}

/** Compares two semantic versions: different MAJOR parts are incompatible, different MINOR parts cause a warning. */
export function compareVersions(own: string, other: string): VersionVerdict {
  // Compared as text: the parts have no leading zeros and may exceed the range of a number.
  const [ownMajor, ownMinor] = own.split('.', 2);
  const [otherMajor, otherMinor] = other.split('.', 2);
  const sameMajor = ownMajor === otherMajor;
  if (ownMinor === otherMinor) return { compatibility: sameMajor ? 'compatible' : 'incompatible' };
  return {
    compatibility: sameMajor ? 'warning' : 'incompatible',
    warning: message('peers.versionsDiffer', { answering: own, asking: other }),
  };
}
