import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AlcoveClient,
  createAlcoveClient,
  createLocalClient,
  type LocalClient,
  openSession,
} from '@alcove/client';
import { controlClient } from '../../../src/cli/control-client.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import { FetchInside } from '../http/fetch-inside.ts';
import { codeOf } from '../node/open-dashboard.ts';
import { type ServingNode, serveNodeIn } from '../node/run-alcove.ts';
import { temporaryFolder } from '../node/start-test-node.ts';
import { type Computer, labMissing, NetnsLab } from './netns-lab.ts';

const port = 8471;
const clockOff = fileURLToPath(new URL('./clock-off.mjs', import.meta.url));

/** A node on a separate computer. */
export interface LabNode {
  /** Its address for other nodes. */
  host: string;
  dataDir: string;
  node: ServingNode;
  /** Calls its dashboard API from its own computer. */
  local(): LocalClient;
  /** Calls its node API from this process, with a token of these scopes. */
  client(...scopes: Scope[]): Promise<AlcoveClient>;
  /** Stops the node. */
  end(signal?: NodeJS.Signals): Promise<void>;
  again(): Promise<void>;
}

export interface LabNodeOptions {
  type: 'public' | 'private';
  half?: 'left' | 'right';
  bootstrap?: readonly string[];
  /** Number of seconds by which its clock is wrong after the restart. */
  clockOffS?: number;
  set?: readonly string[];
}

/** Nodes in separate processes, on separate addresses if the system allows that, otherwise on loopback. */
export class LabNetwork {
  readonly #lab: NetnsLab | undefined;
  readonly #folders: string[] = [];
  readonly #running = new Set<ServingNode>();
  readonly #asking: FetchInside[] = [];
  readonly #loopback: string;
  #count = 0;

  constructor() {
    this.#lab = labMissing() === undefined ? new NetnsLab() : undefined;
    this.#loopback = `127.${64 + ((process.pid >> 8) & 63)}.${process.pid & 255}`;
  }

  /** Whether its halves can be separated. */
  get canPart(): boolean {
    return this.#lab !== undefined;
  }

  part(): void {
    this.#lab?.part();
  }

  join(): void {
    this.#lab?.join();
  }

  async add(options: LabNodeOptions): Promise<LabNode> {
    const computer = this.#computer(options.half ?? 'left');
    const dataDir = temporaryFolder();
    this.#folders.push(dataDir);
    const host = `http://${computer.address}:${port}`;
    const environment =
      options.clockOffS === undefined
        ? {}
        : { NODE_OPTIONS: `--import=${clockOff}`, CLOCK_OFF_S: String(options.clockOffS) };
    const serve = async (): Promise<ServingNode> => {
      const node = await serveNodeIn(
        { inside: computer.inside, environment },
        dataDir,
        ...['--node-port', String(port), '--allow-private-hosts'],
        ...[
          '--set',
          `node.listen=${computer.address}`,
          '--set',
          `http.host_names=${computer.address}:${port}`,
        ],
        ...(options.type === 'public' ? ['--public', '--public-host', host] : []),
        ...(options.bootstrap ?? []).flatMap((other) => ['--bootstrap', other]),
        ...(options.set ?? []).flatMap((setting) => ['--set', setting]),
      );
      this.#running.add(node);
      return node;
    };
    const inside = new FetchInside(computer.inside);
    this.#asking.push(inside);
    const localClient = async (): Promise<LocalClient> => {
      const address = (await controlClient(dataDir).dashboard()).dashboard_url;
      const url = `http://127.0.0.1:${new URL(address).port}`;
      const token = await openSession(url, codeOf(address), inside.fetch);
      return createLocalClient({ url, token, fetch: inside.fetch });
    };
    const node = await serve();
    let local = await localClient();
    const labNode: LabNode = {
      host,
      dataDir,
      node,
      local: () => local,
      client: async (...scopes) => {
        const { token } = await controlClient(dataDir).createToken({ name: 'test', scopes });
        return createAlcoveClient({ url: host, token });
      },
      end: async (signal) => {
        this.#running.delete(labNode.node);
        await labNode.node.end(signal);
      },
      again: async () => {
        labNode.node = await serve();
        local = await localClient();
      },
    };
    return labNode;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((node) => node.end()));
    await Promise.all(this.#asking.map((asking) => asking.close()));
    this.#lab?.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #computer(half: 'left' | 'right'): Computer {
    this.#count += 1;
    return this.#lab?.computer(half) ?? { address: `${this.#loopback}.${this.#count}`, inside: [] };
  }
}
