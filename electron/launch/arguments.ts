import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { isLink } from './link.ts';

export const maxLinks = 20;
export const maxFiles = 10_000;

/** A request to open the app, with links and files. */
export const launchRequest = z.object({
  /** Whether to start without a window. */
  hidden: z.boolean(),
  links: z.array(z.string()).max(maxLinks),
  /** Absolute paths. */
  files: z.array(z.string()).max(maxFiles),
  /** The kind of input that was too large for a running app. */
  refused: z.enum(['link', 'files']).nullable().default(null),
});
export type LaunchRequest = z.infer<typeof launchRequest>;

/** Whether the request opens nothing and reports nothing. */
export const isEmpty = ({ links, files, refused }: LaunchRequest): boolean =>
  links.length + files.length === 0 && refused === null;

interface CommandLine extends LaunchRequest {
  dataDir: string | undefined;
  /** Each `section.name=value`. */
  assignments: string[];
}

/**
 * Reads the command line of the app: `--data-dir D`, `--set section.name=value` (repeatable), `--practice`, `--hidden`,
 * `--refused=link|files` (set by the app only), links and files. Ignores unknown switches, because Chromium has its
 * own, and everything after a link, because the author of the link could have written it.
 * @param appPath the folder of the app, which is an argument in development
 */
export function readArguments(argv: readonly string[], appPath: string, cwd: string): CommandLine {
  const { args, link, values, opened } = parsed(argv, appPath, cwd);
  const { 'data-dir': dataDir, set = [], practice, hidden, refused } = values;
  return {
    dataDir: typeof dataDir === 'string' ? dataDir : undefined,
    assignments: [...set.map(String), ...(practice === true ? ['network.practice=true'] : [])],
    hidden: hidden === true,
    links: link === undefined ? [] : [link],
    files: opened.map((at) => pathOf(args[at] ?? '', cwd)),
    refused: launchRequest.shape.refused.catch(null).parse(refused),
  };
}

/** Returns the arguments that restart the app with its window and without the links and files. */
export function relaunchArguments(argv: readonly string[], appPath: string, cwd: string): string[] {
  const { args, opened } = parsed(argv, appPath, cwd);
  return args.filter(
    (argument, at) => argument !== '--hidden' && !argument.startsWith('--refused=') && !opened.includes(at),
  );
}

/** Returns the arguments that restart the app to report what could not be opened. */
export function refusalArguments(argv: readonly string[], appPath: string, cwd: string): string[] {
  const hasLink = argv.some(isLink);
  return [...relaunchArguments(argv, appPath, cwd), `--refused=${hasLink ? 'link' : 'files'}`];
}

/** Limit of a request in bytes: Chromium accepts 32 KiB, including its own data. */
const maxHandedOver = 24 * 1024;

/**
 * Returns whether a request can be handed over to a running app: Chromium kills a running app as hung when a larger one
 * arrives.
 */
export function canHandOver(argv: readonly string[], cwd: string, request: LaunchRequest): boolean {
  const bytes = Buffer.byteLength([cwd, ...argv].join(' ')) + 2 * JSON.stringify(request).length;
  return bytes <= maxHandedOver;
}

/** Returns the arguments before a link, and the positions of the links and files. */
function parsed(argv: readonly string[], appPath: string, cwd: string) {
  const all = argv.slice(1);
  const at = all.findIndex(isLink);
  const args = at === -1 ? all : all.slice(0, at);
  const { values, tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      'data-dir': { type: 'string' },
      set: { type: 'string', multiple: true },
      practice: { type: 'boolean' },
      hidden: { type: 'boolean' },
      refused: { type: 'string' },
    },
  });
  const opened = tokens.flatMap((token) =>
    token.kind === 'positional' && pathOf(token.value, cwd) !== resolve(appPath) ? token.index : [],
  );
  return { args, link: all[at], values, opened };
}

/** Returns the path of a file; desktops may pass it as a URL. */
function pathOf(given: string, cwd: string): string {
  try {
    return /^file:/i.test(given) ? fileURLToPath(given) : resolve(cwd, given);
  } catch {
    return resolve(cwd, given);
  }
}
