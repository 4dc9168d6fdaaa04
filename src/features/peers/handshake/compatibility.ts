import type { Compatibility } from '../../../contract/node-api/peers.ts';

/** Compatibility of another node, as sent in a handshake response. */
export interface Verdict {
  compatibility: Compatibility;
  /** Present exactly when the MINOR parts differ, whatever the MAJOR parts are. */
  warning?: string;
}

/** Compares two semantic versions: different MAJOR parts are incompatible, different MINOR parts cause a warning. */
export function compareVersions(own: string, other: string): Verdict {
  // Compared as text: the parts have no leading zeros and may exceed the range of a number.
  const [ownMajor, ownMinor] = own.split('.', 2);
  const [otherMajor, otherMinor] = other.split('.', 2);
  const sameMajor = ownMajor === otherMajor;
  if (ownMinor === otherMinor) return { compatibility: sameMajor ? 'compatible' : 'incompatible' };
  return {
    compatibility: sameMajor ? 'warning' : 'incompatible',
    warning: `The answering node runs version ${own}, the asking node ${other}: they may not understand each other in everything.`,
  };
}
