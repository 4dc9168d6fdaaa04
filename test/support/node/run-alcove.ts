import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The CLI: the built one in `npm test`, which matches the tested sources, otherwise the sources. */
export const alcoveCli =
  process.env.ALCOVE_CLI ?? fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one CLI command to its end. */
export const runAlcove = (...args: string[]): Promise<CommandResult> => runCli(alcoveCli, ...args);

/** Does the same with another version. @param cli the file of its command */
export function runCli(cli: string, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

export interface ServingNode {
  process: ChildProcess;
  ready: {
    event: string;
    pid: number;
    node_url: string;
    dashboard_url: string;
    public_key: string;
    node_type: string;
  };
  /** Returns everything written to stderr so far. */
  log(): string;
  /** Sends a signal and waits for the end. Returns the exit code, or null after SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The environment of a node, if it differs from that of this process. */
export interface RunOptions {
  /** The start of its command line, e.g. of a program that runs it in another network. */
  inside?: readonly string[];
  /** The file of another version's command. */
  cli?: string | undefined;
  environment?: NodeJS.ProcessEnv;
  /** Called with the process before it listens. */
  onSpawn?: (process: ChildProcess) => void;
}

/** Starts `alcove serve --json` on free ports in a separate process, and waits until it listens. */
export const serveNode = (dataDir: string, ...args: string[]): Promise<ServingNode> =>
  serveNodeIn({}, dataDir, ...args);

/** Does the same in another environment. */
export async function serveNodeIn(
  { inside = [], cli = alcoveCli, environment, onSpawn }: RunOptions,
  dataDir: string,
  ...args: string[]
): Promise<ServingNode> {
  const [program = '', ...words] = [...inside, process.execPath];
  const child = spawn(
    program,
    [
      ...words,
      cli,
      'serve',
      '--data-dir',
      dataDir,
      '--dashboard-port',
      '0',
      '--json',
      '--set',
      'node.port=0',
      '--set',
      'storage.free_space_floor_bytes=0',
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
  );
  onSpawn?.(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    exited.then((code) => Promise.reject(new Error(`the node ended with ${code}: ${log}`))),
  ]);
  return {
    process: child,
    ready: JSON.parse(line),
    log: () => log,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}
