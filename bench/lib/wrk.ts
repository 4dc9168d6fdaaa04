import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Measurement, measure } from './measure.ts';
import { findProgram } from './programs.ts';
import type { Server } from './servers.ts';
import { Skip } from './skip.ts';

export interface Load {
  path: string;
  connections: number;
  /** Duration in whole seconds. */
  seconds: number;
  /** A script of `bench/wrk` that makes the requests, with its arguments. */
  script?: string;
  args?: string[];
}

/** A measurement with the response times that wrk measured. */
export interface WrkMeasurement extends Measurement {
  /** Time within which 99 of 100 requests were answered, in ms. */
  p99Ms: number;
}

/**
 * Puts a server under load from one thread.
 * @throws Error when any answer is not 2xx, Skip when wrk is not installed
 */
export async function wrk(
  { url, pid }: Server,
  { path, connections, seconds, script, args = [] }: Load,
): Promise<WrkMeasurement> {
  const program = findProgram('wrk');
  if (program === undefined) throw new Skip('wrk is not installed (Debian package wrk)');
  const scriptArgs = script ? ['-s', fileURLToPath(new URL(`../wrk/${script}`, import.meta.url))] : [];
  let p99Ms = Number.NaN;
  const measured = await measure(pid, async () => {
    const { stdout } = await promisify(execFile)(program, [
      ...['-t1', '--latency', `-c${connections}`, `-d${seconds}s`, ...scriptArgs, url + path, '--', ...args],
    ]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed to answer: ${stdout}`);
    p99Ms = p99Of(stdout);
    return {
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    };
  });
  return { ...measured, p99Ms };
}

function p99Of(stdout: string): number {
  const [, value, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}
