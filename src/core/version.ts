import { execFileSync } from 'node:child_process';
import manifest from '../../package.json' with { type: 'json' };

declare const __CODEBASE_HASH__: string | undefined;
declare const __CODEBASE_BRANCH__: string | undefined;

/** The package's version, as in network.info and handshakes. */
export const version: string = manifest.version;

/** Where people get the app; a package has no homepage before its first release. */
export const homepage: string | undefined = (manifest as { homepage?: string }).homepage;

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

interface Codebase {
  codebase_hash: string;
  codebase_branch: string;
}

let codebase: Codebase | undefined;

/** Returns commit and branch: embedded at build time, read once from git in a checkout, else `unknown`. */
export function readCodebase(): Codebase {
  codebase ??= {
    codebase_hash: typeof __CODEBASE_HASH__ === 'string' ? __CODEBASE_HASH__ : git('rev-parse', 'HEAD'),
    codebase_branch:
      typeof __CODEBASE_BRANCH__ === 'string'
        ? __CODEBASE_BRANCH__
        : git('rev-parse', '--abbrev-ref', 'HEAD'),
  };
  return codebase;
}
