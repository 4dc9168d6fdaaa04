import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runAlcove, type ServingNode, serveNodeIn } from '../run-alcove.ts';
import { temporaryFolder } from '../start-test-node.ts';
import { type Computer, Laboratory, laboratoryMissing } from './laboratory.ts';

const port = 8471;
const clockOff = fileURLToPath(new URL('./clock-off.mjs', import.meta.url));

/** A node on a computer of its own. */
export interface Neighbour {
  /** Where others reach it. */
  host: string;
  dataDir: string;
  node: ServingNode;
  /** Asks its local API. @returns the answered document */
  askLocal(method: string, path: string, body?: object): Promise<{ status: number; json: unknown }>;
  /** Ends it, and starts it again with the same folder and options. */
  end(signal?: NodeJS.Signals): Promise<void>;
  again(): Promise<void>;
}

export interface NeighbourOptions {
  type: 'public' | 'private';
  half?: 'left' | 'right';
  bootstrap?: readonly string[];
  /** Its clock is wrong by so many seconds. */
  clockOffS?: number;
  set?: readonly string[];
}

/** Asks from within the network of a node; prints status and text. */
const asking = `
const [url, method, key, body] = process.argv.slice(1);
const answer = await fetch(url, { method, body: body || undefined,
  headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' } });
process.stdout.write(answer.status + ' ' + await answer.text());
`;

/** Nodes in processes of their own, on own addresses where the system allows that, else on loopback ones. */
export class Neighbourhood {
  readonly #laboratory: Laboratory | undefined;
  readonly #folders: string[] = [];
  readonly #running = new Set<ServingNode>();
  readonly #loopback: string;
  #count = 0;

  /** @param number tells neighbourhoods apart that exist at the same time, 1 to 200 */
  constructor(number: number) {
    this.#laboratory = laboratoryMissing() === undefined ? new Laboratory(`10.77.${number}`) : undefined;
    this.#loopback = `127.77.${number}`;
  }

  /** Whether its halves can be parted. */
  get canPart(): boolean {
    return this.#laboratory !== undefined;
  }

  part(): void {
    this.#laboratory?.part();
  }

  join(): void {
    this.#laboratory?.join();
  }

  async add(options: NeighbourOptions): Promise<Neighbour> {
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
    const neighbour: Neighbour = {
      host,
      dataDir,
      node: await serve(),
      askLocal: (method, path, body) => askLocal(computer, dataDir, method, path, body),
      end: async (signal) => {
        this.#running.delete(neighbour.node);
        await neighbour.node.end(signal);
      },
      again: async () => {
        neighbour.node = await serve();
      },
    };
    return neighbour;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((node) => node.end()));
    this.#laboratory?.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #computer(half: 'left' | 'right'): Computer {
    this.#count += 1;
    return this.#laboratory?.computer(half) ?? { address: `${this.#loopback}.${this.#count}`, inside: [] };
  }
}

async function askLocal(
  { inside }: Computer,
  dataDir: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const { stdout: link } = await runAlcove('dashboard', '--data-dir', dataDir, '--json');
  const dashboard = new URL(JSON.parse(link).dashboard_url);
  const key = new URLSearchParams(dashboard.hash.slice(1)).get('key') ?? '';
  const [program = '', ...words] = [...inside, process.execPath, '--input-type=module', '-e', asking];
  const answer = await new Promise<string>((resolve, reject) => {
    execFile(
      program,
      [...words, dashboard.origin + path, method, key, body ? JSON.stringify(body) : ''],
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
  });
  const space = answer.indexOf(' ');
  return { status: Number(answer.slice(0, space)), json: JSON.parse(answer.slice(space + 1)) };
}
