import type { KnownNode } from '../../../contract/node-api/peers.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';

/** A known node with its canonical text; building the text takes longer than sending it. */
export interface ListedNode {
  node: KnownNode;
  text: string;
}

export const listedNode = (node: KnownNode): ListedNode => ({ node, text: canonicalJson(node) });

/** Lists the known nodes of a response; the canonical text is built once for all requests. */
export class KnownNodeList {
  readonly nodes: readonly KnownNode[];
  /** The RFC 8785 form of the list. */
  readonly text: string;
  readonly #listed: readonly ListedNode[];

  constructor(listed: readonly ListedNode[]) {
    this.nodes = listed.map(({ node }) => node);
    this.text = textOf(listed);
    this.#listed = listed;
  }

  /** Returns the RFC 8785 form of the list without the node that has this key. */
  textWithout(publicKey: string): string {
    const others = this.#listed.filter(({ node }) => node.public_key !== publicKey);
    return others.length === this.#listed.length ? this.text : textOf(others);
  }
}

const textOf = (listed: readonly ListedNode[]): string => `[${listed.map(({ text }) => text).join()}]`;
