import { artistAsAuthor } from '../../contract/dashboard-api/library/artist-as-author.ts';
import { ownTitle } from '../../contract/dashboard-api/library/own-title.ts';
import { nodeAddresses, type ProofRequest } from '../../features/chain/index.ts';
import type { MediaService } from '../../features/media/index.ts';
import {
  isIncomplete,
  type ShareableContent,
  ShareCompanionRepository,
  ShareHostRepository,
  SharePartRepository,
  ShareRepository,
  ShareRowChanges,
  SharingService,
  shareNotices,
} from '../../features/sharing/index.ts';
import { encryptedShares } from '../chain/encrypted-shares-adapter.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Peers } from './peers.ts';
import type { Storage } from './storage/storage.ts';

export type SharingServices = ReturnType<typeof createSharing>;

interface SharingModules {
  base: NodeBase;
  storage: Storage;
  chain: ChainView;
  network: Peers;
}

/** Creates sharing on other nodes. */
export function createSharing(life: Lifecycle, { base, storage, chain, network }: SharingModules) {
  const { events } = base;
  const wallet = signingWallet(base);
  const logger = base.loggerOf('sharing');
  const shares = new ShareRepository(base.db);
  const sharing = createPublishing(shares, base, storage, chain, network, wallet);
  events.on('content.changed', () => sharing.contentsChanged());
  events.on('media.changed', () => sharing.contentsChanged());
  events.on('content.restricted', (sha256) => {
    sharing
      .unsharePlain(sha256)
      .catch((error: unknown) => logger.error({ err: error }, 'a sold content stays shared'));
  });
  events.on('peers.changed', () => sharing.peersChanged());
  events.on('conditions.changed', () => sharing.wake());
  events.on('chain.changed', () => {
    const { running } = chain.current;
    if (!running?.isLeading()) return;
    running.orders.shareRegistered((registered) => sharing.shareRegistered(registered));
  });
  events.on('market.changed', () => sharing.chainChanged());
  followOthers(base, sharing);
  life.use('sharing', { start: () => sharing.start(), stop: () => sharing.stop() });
  const ofParts = {
    parts: new SharePartRepository(base.db),
    contents: { find: (sha256: Buffer) => storage.content.records.get(sha256) },
    encrypted: encryptedShares(storage.content, () => chain.current.running),
  };
  return {
    sharing,
    wallet,
    notices: () => shareNotices(shares),
    isIncomplete: (sha256: Buffer, host: string, parts: readonly Buffer[]) =>
      isIncomplete(ofParts, { sha256, host }, parts),
  };
}

/** Does and reports what the commands of other replicas ask for. */
function followOthers({ state, events }: NodeBase, sharing: SharingService): void {
  state.commands.follow(new ShareRowChanges((...changes) => sharing.sharesChanged(...changes)));
  state.commands.follow(
    new ChangesOfOthers({
      sharing: () => {
        events.emit('sharing.changed');
        events.emit('transfers.changed');
      },
    }),
  );
}

type SigningWallet = ReturnType<typeof signingWallet>;

/**
 * Signs in to other nodes with the fee wallet, because the identity on other nodes must stay the same in practice mode.
 */
const signingWallet = ({ walletKeys, settings: { chain } }: NodeBase) => ({
  address: async () => (await nodeAddresses(walletKeys, chain.network)).node_address,
  prove: async (request: ProofRequest) => {
    const { signFeeWalletProof } = await import('../../features/chain/sign-ton-proof.ts');
    return signFeeWalletProof(walletKeys, chain.network, request);
  },
});

const createPublishing = (
  shares: ShareRepository,
  { db, state, nodeSecret, events, note, clock, loggerOf }: NodeBase,
  { content }: Storage,
  { current }: ChainView,
  { peers, directory, up, isPaused }: Peers,
  wallet: SigningWallet,
): SharingService =>
  new SharingService({
    shares,
    companions: new ShareCompanionRepository(db),
    parts: new SharePartRepository(db),
    commands: state.commands,
    leader: state.leader,
    isReplica: state.isReplica,
    hosts: new ShareHostRepository(db),
    peers: directory,
    contents: {
      find: (sha256) => withTags(content.records.get(sha256), content.media),
      read: (out, sha256, range) => content.catalogue.sendTo(out, content.catalogue.get(sha256), range),
      thumbnail: (sha256) => content.media.shownThumbnail(sha256),
      previewOf: (sha256) => {
        const preview = current.running?.market.byFile(sha256)?.preview;
        return preview && content.previews.stateOf(preview) === 'shown' ? preview : undefined;
      },
    },
    encrypted: encryptedShares(content, () => current.running),
    connection: peers.connection,
    pace: up,
    nodeSecret,
    wallet,
    isPaused,
    recordExchange: (host, exchange) => peers.recordExchange(host, exchange),
    onChange: () => events.emit('sharing.changed'),
    onTransfer: () => events.emit('transfers.changed'),
    note,
    clock,
    logger: loggerOf('sharing'),
  });

/** Returns a content with the title and artist from its tags if it has none of its own. */
function withTags<T extends Pick<ShareableContent, 'sha256' | 'title' | 'name' | 'authors'>>(
  content: T | undefined,
  media: Pick<MediaService, 'factsOf'>,
): T | undefined {
  const tags = content && media.factsOf(content.sha256);
  if (!content || !tags) return content;
  return {
    ...content,
    title: ownTitle(content.title, content.name) ?? tags.title ?? content.title,
    authors: content.authors.length > 0 ? content.authors : artistAsAuthor(tags.artist),
  };
}
