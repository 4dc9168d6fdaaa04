import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { NodeInfo } from '../../contract/node-api/peers.ts';
import { sharePageCapability } from '../../contract/node-api/share-page.ts';
import { toMessage } from '../../core/messages/message.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { version } from '../../core/version.ts';
import { PeerService, StoredPeers } from '../../features/peers/index.ts';
import { NetworkConditions } from '../../platform/net/conditions/network-conditions.ts';
import { Bandwidth, type Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';
import type { ChainView } from './chain-view.ts';
import type { Storage } from './storage/storage.ts';

export type Peers = ReturnType<typeof createPeers>;

/** Creates the exchange with other nodes, within the limits of the connection. */
export function createPeers(life: Lifecycle, base: NodeBase, storage: Storage, chain: ChainView) {
  const { state, settings, events, note, clock } = base;
  const logger = base.loggerOf('peers');
  const conditions = new NetworkConditions(settings.network);
  const bandwidth = new Bandwidth({ down: undefined, up: undefined });
  base.live.follow(({ network }) => {
    conditions.setSettings(network);
    bandwidth.set({ down: network.down_bytes_per_s ?? undefined, up: network.up_bytes_per_s ?? undefined });
  });
  conditions.onChange(() => events.emit('conditions.changed'));
  const directory = new StoredPeers(state.peers);
  const peers = new PeerService({
    identity: base.identity,
    peers: directory,
    history: state.peerHistory,
    leader: state.leader,
    describe: nodeInfo(base, storage, chain),
    nodeType: settings.node.type,
    publicHost: settings.node.public_host,
    settings: settings.network,
    clock,
    logger,
    onChange: () => events.emit('peers.changed'),
    note,
  });
  life.use('network conditions', {
    // Reading the system's state is slow, and nothing depends on it.
    start: () => void conditions.start(),
    stop: () => conditions.stop(),
  });
  life.use('peers', {
    open: () => peers.open(),
    start: () => peers.start(),
    stop: () => peers.stop(),
  });
  return {
    ...meteredPaces(base, bandwidth),
    conditions,
    bandwidth,
    directory,
    peers,
    pausedBy: () => conditions.pausedBy(),
    isPaused: () => conditions.pausedBy().length > 0,
    /** Notes the misbehaviour of a node; `reason` is for the owner. */
    reportMisbehaviour: (host: string, reason: ConstantMessageId | Message): void => {
      const detail = toMessage(reason);
      logger.warn({ peer: host, reason: messageText(detail) }, 'a peer misbehaved');
      note({ kind: 'fetch', actor: { type: 'peer', name: host }, subject: host, detail });
    },
  };
}

/** Counts the bytes exchanged with other nodes, and applies the limits. */
function meteredPaces({ traffic }: NodeBase, bandwidth: Bandwidth): { down: Pace; up: Pace } {
  return {
    down: (bytes, signal) => {
      traffic.networkReceived += bytes;
      return bandwidth.down(bytes, signal);
    },
    up: (bytes, signal) => {
      traffic.networkSent += bytes;
      return bandwidth.up(bytes, signal);
    },
  };
}

const capabilities = ['storage', 'storage.range', 'storage.parts', 'content', 'sign_in', sharePageCapability];

/** Returns the information that this node publishes about itself. */
function nodeInfo(
  { settings, identity, startedAt, clock }: NodeBase,
  { content }: Storage,
  { current }: ChainView,
) {
  const { type, public_host } = settings.node;
  return (): NodeInfo => {
    const { contents, contentBytes } = content.catalogue.totals();
    return {
      id: identity.id,
      public_key: identity.id,
      version,
      node_type: type,
      ...(type === 'public' && public_host ? { public_host } : {}),
      metrics: {
        uptime_s: (clock() - startedAt) / 1000,
        contents,
        content_bytes: contentBytes,
      },
      capabilities: [...capabilities, ...current.capabilities()],
    };
  };
}
