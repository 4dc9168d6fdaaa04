import type { Compatibility } from '../../../contract/node-api/peers.ts';

/** The verdict of one node about another, as it goes into a handshake response. */
export interface Verdict {
  compatibility: Compatibility;
  /** Present exactly when the MINOR parts differ, whatever the MAJOR parts are. */
  warning?: string;
}

/** Compares two semantic versions: MAJOR decides about talking at all, MINOR about a warning. */
export function compareVersions(own: string, other: string): Verdict {
  // As text: the parts have no leading zeros and may be larger than a number can hold.
  const [ownMajor, ownMinor] = own.split('.', 2);
  const [otherMajor, otherMinor] = other.split('.', 2);
  const sameMajor = ownMajor === otherMajor;
  if (ownMinor === otherMinor) return { compatibility: sameMajor ? 'compatible' : 'incompatible' };
  return {
    compatibility: sameMajor ? 'warning' : 'incompatible',
    warning: `The answering node runs version ${own}, the asking node ${other}: they may not understand each other in everything.`,
  };
}
