import { hash } from 'node:crypto';
import { startPublicNode } from '../../support/node/public-node.ts';
import { json, type TestNode } from '../../support/node/start-test-node.ts';
import { bytesNamed, type Seeded } from '../../support/seeded.ts';

const MiB = 1024 * 1024;
const largest = 20 * MiB;

/** Hashtags, one for each file. */
export const tags = ['red', 'yellow', 'green', 'blue', 'grey'] as const;

/** A file whose bytes can be generated again. */
export interface LibraryFile {
  /** Hexadecimal SHA-256. */
  sha256: string;
  id: string;
  size: number;
  tag: string;
  bytes(): Buffer;
}

/** Two public nodes that store and publish files; each file is always on at least one of them. */
export class Library {
  readonly #seeded: Seeded;
  readonly #name: string;
  readonly #files: LibraryFile[] = [];
  readonly #owners = new Map<string, Set<TestNode>>();
  #nodes: TestNode[] = [];
  #count = 0;

  constructor(seeded: Seeded, name: string) {
    this.#seeded = seeded;
    this.#name = name;
  }

  async open(count: number): Promise<void> {
    // High limits, because all requests come from one address.
    const http = { requests_per_minute: 1_000_000, handshakes_per_minute: 1_000_000 };
    const settings = { network: { allow_private_hosts: true }, http };
    this.#nodes = [await startPublicNode({ settings }), await startPublicNode({ settings })];
    while (this.#files.length < count) await this.grow();
  }

  get hosts(): string[] {
    return this.#nodes.map(({ node }) => node.nodeUrl);
  }

  get files(): readonly LibraryFile[] {
    return this.#files;
  }

  get bytes(): number {
    return this.#files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Stores and publishes another file on one of the nodes, or on both. */
  async grow(): Promise<void> {
    const number = this.#count++;
    const size = number === 0 ? largest : this.#seeded.size(largest);
    const bytes = () => bytesNamed(`${this.#name} ${number}`, size);
    const sha256 = hash('sha256', bytes());
    // There are only 256 files of one byte.
    if (this.#owners.has(sha256)) return;
    const tag = this.#seeded.of(tags);
    const holders = this.#seeded.happens(0.5) ? this.#nodes : [this.#seeded.of(this.#nodes)];
    const ids = await Promise.all(holders.map((node) => publish(node, bytes(), `File ${number}`, tag)));
    this.#owners.set(sha256, new Set(holders));
    this.#files.push({ sha256, id: ids[0] as string, size, tag, bytes });
  }

  /** Removes a file from the list and storage of a node that is not the only one with it. */
  async shrink(): Promise<void> {
    const file = this.#seeded.of(this.#files);
    const holders = this.#owners.get(file.sha256) as Set<TestNode>;
    if (holders.size < 2) return;
    const node = this.#seeded.of([...holders]);
    await asked(node, 'DELETE', `/local/content/${file.id}`);
    holders.delete(node);
  }

  /** Changes the title of a file on every node that stores it. */
  async changeTitle(): Promise<void> {
    const file = this.#seeded.of(this.#files);
    const title = `Changed ${this.#count}`;
    for (const node of this.#owners.get(file.sha256) ?? [])
      await asked(node, 'PATCH', `/local/content/${file.id}`, json({ title }));
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.stop();
  }
}

async function publish(node: TestNode, bytes: Buffer, title: string, tag: string): Promise<string> {
  const { content } = (await asked(node, 'POST', '/local/content', { body: new Uint8Array(bytes) })) as {
    content: { content_id: string };
  };
  const edit = { title, hashtags: [tag], authors: ['Ada'], published: true };
  await asked(node, 'PATCH', `/local/content/${content.content_id}`, json(edit));
  return content.content_id;
}

async function asked(node: TestNode, method: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await node.askLocal(path, { method, ...init });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
