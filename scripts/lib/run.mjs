import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pinnedNode, root } from './paths.mjs';

/** Commands that end with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a command and returns its output (stdout and stderr in the order of arrival). Rejects with that output in the
 * message if the command cannot be started or its exit code is not 0.
 */
export async function run(command, args, options = {}) {
  const { code, output } = await outcomeOf(command, args, options);
  if (code === 0) return output;
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${tail(output)}`);
}

/**
 * Runs a command in the same way and also returns its exit code, in the form that shells use. The command ends with
 * this process.
 */
export function outcomeOf(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? exitCodeOf(signal), output });
    });
  });
}

/**
 * Runs a command, prints its lines with a label in front, and returns its exit code, in the form that shells use. The
 * command ends with this process.
 */
export function runLabelled(label, command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    running.add(child);
    for (const stream of ['stdout', 'stderr']) {
      createInterface({ input: child[stream] }).on('line', (line) =>
        process[stream].write(`${label} │ ${line}\n`),
      );
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/** Returns 128 plus the number of the signal. */
export function exitCodeOf(signal) {
  return 128 + (system.signals[signal] ?? 0);
}

/** Runs the user's npm with the user's settings, on its own Node or on the pinned one, by default in the checkout. */
export function npm(args, { onPinnedNode = false, cwd = root } = {}) {
  const path = searchPath().filter((folder) => relative(join(root, 'node_modules', '.bin'), folder) !== '');
  if (onPinnedNode) path.unshift(dirname(pinnedNode));
  const env = { ...process.env, PATH: path.join(delimiter) };
  return process.platform === 'win32'
    ? run('npm.cmd', args, { cwd, env, shell: true })
    : run('npm', args, { cwd, env });
}

/** Returns the environment in which `node` is the pinned one. */
export function pinnedEnv(more = {}) {
  return { ...process.env, PATH: [dirname(pinnedNode), ...searchPath()].join(delimiter), ...more };
}

/** Returns whether a command of that name is on the search path. */
export function hasCommand(name) {
  return searchPath().some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function searchPath() {
  return (process.env.PATH ?? '').split(delimiter);
}

function tail(output) {
  return output.trim().split('\n').slice(-25).join('\n');
}
