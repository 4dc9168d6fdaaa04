import type { Share } from '../../src/contract/local.ts';
import { formatBytes, formatNumberOf } from './format.ts';
import type { ShareHost } from './network-calls.ts';
import { hostName } from './peer-words.ts';

const states: Record<Share['state'], { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'gray' },
  sending: { label: 'On its way', color: 'alcove' },
  shared: { label: 'Shared', color: 'green' },
  withdrawing: { label: 'Being taken back', color: 'yellow' },
  failed: { label: 'Not shared', color: 'red' },
};

/** What the state of a share is called, and its colour of the theme. */
export function shareStateWords(state: Share['state']): { label: string; color: string } {
  return states[state];
}

/** What a node is called to which one may share. */
export function shareHostName({ host, signed_in: signedIn }: Pick<ShareHost, 'host' | 'signed_in'>): string {
  return signedIn?.way === 'practice' ? 'Practice node on this computer' : hostName(host);
}

const ways: Record<NonNullable<ShareHost['signed_in']>['way'], string> = {
  wallet: 'Signed in as this node',
  token: 'Signed in by a token',
  practice: 'No sign-in needed',
};

/** How one is signed in on a node, and what is there. */
export function shareHostWords({ signed_in: signedIn, reachable, contents, bytes }: ShareHost): string {
  return [
    signedIn === null ? 'Not signed in' : ways[signedIn.way],
    ...(reachable ? [] : ['cannot be reached now']),
    contents === 0
      ? 'nothing is there'
      : `${formatNumberOf(contents, 'file', 'files')} there, ${formatBytes(bytes)}`,
  ].join(' · ');
}

/** Who gets what is shared, once it is there. */
export function linkWords(isPractice: boolean): string {
  return isPractice
    ? 'Whoever has the link can open it, without this app. The practice node is on this computer, so its link works only here.'
    : 'Whoever has the link can open it, without this app.';
}
