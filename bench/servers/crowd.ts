import { createHash } from 'node:crypto';
import { getContentList } from '../../src/contract/node-api/content.ts';
import type { NodeInfo } from '../../src/contract/node-api/peers.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import {
  KnownNodeList,
  type ListedNode,
  listedNode,
} from '../../src/features/peers/handshake/known-node-list.ts';
import { randomNumbers, wordOf } from '../lib/many-contents.ts';
import { NodeAnswers } from '../network/node-answers.ts';
import { listen } from './listen.ts';

/**
 * Public nodes that all answer on one port, distinguished by the requested host name: `node-0.example`, … Each names at
 * most 256 others, and has contents of its own. Arguments: number of nodes, number of contents of each.
 */
const [nodes, contents] = process.argv.slice(2).map(Number) as [number, number];
const MAX_LISTED = 256;
const random = randomNumbers();

class CrowdNode {
  readonly #identity: Identity;
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
    this.#identity = identityFromSeed(createHash('sha256').update(`node ${number}`).digest());
  }

  describe(port: string): NodeInfo & { node_type: 'public'; public_host: string } {
    return {
      ...{ id: this.#identity.id, public_key: this.#identity.id, version: '0.1.0', node_type: 'public' },
      public_host: `http://node-${this.#number}.example:${port}`,
      metrics: { uptime_s: 1000, contents, content_bytes: contents * 1000 },
      capabilities: ['storage', 'storage.range', 'storage.parts', 'content', 'sign_in'],
    };
  }

  answers(port: string): NodeAnswers {
    const known = new KnownNodeList(listedBy(this.#number).map((number) => listing(number, port)));
    const describe = () => this.describe(port);
    return new NodeAnswers({ identity: this.#identity, describe, knownNodes: () => known });
  }

  /** Returns its complete list on one page. */
  list(since: string): string {
    const items = since !== '' ? [] : Array.from({ length: contents }, (_, index) => this.#record(index));
    return JSON.stringify({ items, next_cursor: `of ${this.#number}` });
  }

  #record(index: number): object {
    const title = `Recording ${this.#number}-${index} ${wordOf(this.#number % 1000)} ${wordOf(index)}`;
    const sha256 = createHash('sha256').update(title).digest();
    return {
      ...{ content_id: contentIdOf(sha256), content_sha256: sha256.toString('hex') },
      ...{ content_type: 'audio/mpeg', size: 1000 + index, title },
      ...{ description: 'Made by the sea on a summer day', authors: [`Author ${this.#number}`] },
      ...{ hashtags: [`tag${index % 50}`], cover_id: null, owner: null, published: true },
      created_at: '2026-01-31T12:00:00.000Z',
    };
  }
}

const crowd = Array.from({ length: nodes }, (_, number) => new CrowdNode(number));
const listings = new Map<number, ListedNode>();
const answering = new Map<number, NodeAnswers>();

/** Returns neighbours, so that every node is found from any other, and some random nodes. */
function listedBy(number: number): number[] {
  const others = new Set([1, nodes - 1].map((step) => (number + step) % nodes));
  while (others.size < Math.min(MAX_LISTED, nodes - 1)) {
    const other = Math.floor(random() * nodes);
    if (other !== number) others.add(other);
  }
  return [...others];
}

/** Returns the entry of a node in the lists of others. */
function listing(number: number, port: string): ListedNode {
  const { id: _, ...node } = (crowd[number] as CrowdNode).describe(port);
  const made =
    listings.get(number) ??
    listedNode({
      ...node,
      ...{ compatibility: 'compatible', last_seen: '2026-01-31T12:00:00.000Z', latency_ms: 12.5 },
    });
  listings.set(number, made);
  return made;
}

listen((request, response) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const number = Number(/^node-(\d+)\.example$/.exec(url.hostname)?.[1]);
  const node = crowd[number];
  if (!node) {
    response.writeHead(404).end();
  } else if (url.pathname === getContentList.path) {
    const page = node.list(url.searchParams.get('since') ?? '');
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(page);
  } else {
    const answers = answering.get(number) ?? node.answers(url.port);
    answering.set(number, answers);
    answers.answer(request, response).catch(() => response.destroy());
  }
});
