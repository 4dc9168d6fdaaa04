import { PeerError } from '../../../platform/net/failures/peer-error.ts';

const majorOf = (version: string): bigint => BigInt(version.split('.', 1)[0] ?? '0');

/** Returns the error for different MAJOR versions, with the node to be updated. */
export function versionError(own: string, other: string): PeerError {
  return new PeerError(
    'version',
    `The node runs version ${other}, which cannot work with version ${own} on this computer.`,
    {
      remedy:
        majorOf(own) < majorOf(other)
          ? 'Install the newest version of Alcove on this computer.'
          : 'Ask the node’s owner to install the newest version of Alcove there.',
    },
  );
}
