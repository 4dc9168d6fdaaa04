import type { KnownNode } from '../../../contract/node-api/peers.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';

/** A known node with its canonical text, which takes longer to build than to send. */
export interface ListedNode {
  node: KnownNode;
  text: string;
}

export const listedNode = (node: KnownNode): ListedNode => ({ node, text: canonicalJson(node) });

/** Holds the known nodes of a response; their canonical text is built once for all requests. */
export class KnownNodeList {
  readonly nodes: readonly KnownNode[];
  /** The RFC 8785 form of all of them. */
  readonly text: string;
  readonly #listed: readonly ListedNode[];

  constructor(listed: readonly ListedNode[]) {
    this.nodes = listed.map(({ node }) => node);
    this.text = textOf(listed);
    this.#listed = listed;
  }

  /** Returns the RFC 8785 form of all nodes but the one with this key. */
  textWithout(publicKey: string): string {
    const others = this.#listed.filter(({ node }) => node.public_key !== publicKey);
    return others.length === this.#listed.length ? this.text : textOf(others);
  }
}

const textOf = (listed: readonly ListedNode[]): string => `[${listed.map(({ text }) => text).join()}]`;
