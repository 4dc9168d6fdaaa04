import type { KnownNode } from '../../../contract/node-api/peers.ts';
import { canonicalJson } from '../../../crypto/canonical-json.ts';

/** A node to tell others of, with its canonical text, which takes longer to make than to send. */
export interface ListedNode {
  node: KnownNode;
  text: string;
}

export const listedNode = (node: KnownNode): ListedNode => ({ node, text: canonicalJson(node) });

/** The nodes that an answer tells of; its canonical text is made once for all askers. */
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

  /** The RFC 8785 form of all nodes but the one with this key. */
  textWithout(publicKey: string): string {
    const others = this.#listed.filter(({ node }) => node.public_key !== publicKey);
    return others.length === this.#listed.length ? this.text : textOf(others);
  }
}

const textOf = (listed: readonly ListedNode[]): string => `[${listed.map(({ text }) => text).join()}]`;
