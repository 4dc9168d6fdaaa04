import type { ShareHost } from '../../../contract/dashboard-api/sharing.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { asNodeError, openPublicNode, type PublicNodeAccess } from '../../public-nodes/index.ts';
import type { ShareHostRow } from '../repository/share-host-repository.ts';
import type { ShareQueue, ShareQueueOptions } from '../transfers/share-queue.ts';
import type { ShareAccess } from './share-access.ts';
import { type ShareHostListOptions, toShareHost } from './share-host-list.ts';

export interface HostSignInsOptions extends ShareHostListOptions, Omit<PublicNodeAccess, 'peers'> {
  access: ShareAccess;
  queue: ShareQueue;
  note: ShareQueueOptions['note'];
  stopping: AbortSignal;
  /** Checks that a node may be used. @throws NodeError `peer_not_found` */
  checkUsable: (host: string) => void;
  /** Called when work with a host may continue. */
  onSignIn: () => void;
  onChange: () => void;
}

/** Signs in and out on public nodes, and continues the work that waits for a sign-in. */
export class HostSignIns {
  readonly #options: HostSignInsOptions;

  constructor(options: HostSignInsOptions) {
    this.#options = options;
  }

  /** @throws NodeError `peer_not_found`, `peer_unreachable`, `peer_invalid`, `peer_refused` */
  async signIn(host: string, token: string | undefined): Promise<ShareHost> {
    const { access, stopping, note, checkUsable } = this.#options;
    checkUsable(host);
    try {
      const node = openPublicNode(host, this.#options, stopping);
      if (token === undefined) await access.signInByWallet(host, node);
      else await access.signInByToken(host, token, node);
    } catch (error) {
      throw asNodeError(error);
    }
    const actor = { type: 'dashboard', name: '' } as const;
    note({ kind: 'share', actor, subject: host, detail: 'activity.signedInElsewhere' });
    await this.#continueAt(host, token === undefined ? 'wallet' : 'token');
    return toShareHost(host, this.#options);
  }

  /** Signs out; shared contents stay there. @throws NodeError `peer_not_found` */
  async signOut(host: string): Promise<void> {
    const { hosts, shares, queue, onChange } = this.#options;
    await queue.write(() => {
      if (!hosts.remove(host)) throw new NodeError('peer_not_found', 'sharing.notSignedInThere');
      const waiting = shares.unfinished().filter((row) => row.host === host && row.state === 'waiting');
      shares.failWaiting(host, message('sharing.signedOutBefore'));
      for (const row of waiting) queue.cancel(row);
    });
    onChange();
  }

  /** Sets the practice network's node and its token; undefined: no practice network. */
  async setPractice(node: { url: string; token: string } | undefined): Promise<void> {
    const { hosts, access, queue, onChange } = this.#options;
    await queue.write(() => hosts.endPractice(node?.url));
    if (node) {
      await access.usePracticeToken(node.url, node.token);
      await this.#continueAt(node.url, 'practice');
    }
    onChange();
  }

  /** Resumes work that waited for a sign-in there, with the current account. */
  async #continueAt(host: string, way: ShareHostRow['way']): Promise<void> {
    const { shares, queue, onSignIn } = this.#options;
    await queue.write(() => shares.adopt(host, way));
    queue.retry([...shares.unfinished(), ...shares.missingKey()].filter((row) => row.host === host));
    onSignIn();
  }
}
