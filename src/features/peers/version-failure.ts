import { PeerError } from '../../platform/net/failures.ts';

const majorOf = (version: string): bigint => BigInt(version.split('.', 1)[0] ?? '0');

/** Why nodes of different MAJOR versions don't work together, and who of them is to be updated. */
export function versionFailure(own: string, other: string): PeerError {
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
