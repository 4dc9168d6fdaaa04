import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServerProcess, Workbench } from './workbench.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
/** The built CLI, as users run it; stripping types at the start takes 30 MiB. */
export const cli = pathOf('../../dist/node/cli.js');

/** A server at an origin, and the process whose time counts. */
export interface Server {
  url: string;
  pid: number;
}

/** The node under test: the real node in a separate process. */
export interface Alcove extends ServerProcess, Server {
  dataDir: string;
  /** A token that may store files. */
  token: string;
}

/**
 * Starts a node on free ports.
 * @param name name of its data folder
 * @param nodeOptions options of Node; BENCH_NODE_OPTIONS adds others, e.g. `--cpu-prof`
 * @param args more of `alcove serve`
 * @param runtime the Node that runs it, as the first words of a command line
 */
export async function startAlcove(
  bench: Workbench,
  name = 'alcove',
  nodeOptions: readonly string[] = [],
  args: readonly string[] = [],
  [program, ...words]: readonly [string, ...string[]] = [process.execPath],
): Promise<Alcove> {
  const dataDir = bench.folder(name);
  const server = await bench.server(program, [
    ...[...words, ...nodeOptions, ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
    ...[cli, 'serve', '--json', '--data-dir', dataDir, '--node-port', '0', '--dashboard-port', '0'],
    ...['--set', 'storage.free_space_floor_bytes=0', ...args],
  ]);
  const token = await promisify(execFile)(process.execPath, [
    ...[cli, 'token', 'create', '--data-dir', dataDir, '--name', 'bench', '--scope', 'storage:write'],
  ]);
  return { ...server, dataDir, url: String(server.ready.node_url), token: token.stdout.trim() };
}

/** Starts a script of `bench/servers`, which prints `{"port": …}` when it listens. */
export async function startBaseline(bench: Workbench, name: string, ...args: string[]): Promise<Server> {
  const server = await bench.server(process.execPath, [pathOf(`../servers/${name}.ts`), ...args]);
  return { pid: server.pid, url: `http://127.0.0.1:${server.ready.port}` };
}
