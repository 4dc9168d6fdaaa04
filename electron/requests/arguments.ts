import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { isLink } from './link.ts';

export const mostLinks = 20;
export const mostFiles = 10_000;

/** What the person gives the app to do, at its start or while it runs. */
export const request = z.object({
  /** Start without a window. */
  hidden: z.boolean(),
  links: z.array(z.string()).max(mostLinks),
  /** Absolute paths. */
  files: z.array(z.string()).max(mostFiles),
  /** What was too large to be handed over to an app that runs. */
  refused: z.enum(['link', 'files']).nullable().default(null),
});
export type ShellRequest = z.infer<typeof request>;

/** Whether it opens and says nothing. */
export const isEmpty = ({ links, files, refused }: ShellRequest): boolean =>
  links.length + files.length === 0 && refused === null;

interface ShellArguments extends ShellRequest {
  dataDir: string | undefined;
  /** Each `section.name=value`. */
  assignments: string[];
}

/**
 * Reads the command line of the app: `--data-dir D`, `--set section.name=value` (repeats), `--practice`, `--hidden`,
 * `--refused=link|files` (set by the app alone), links and files. Switches of Chromium stand among them, so what is unknown is passed over; so is all that follows a link,
 * since whoever made that could have written it.
 * @param appPath the folder of the app, which stands there in development
 */
export function readArguments(argv: readonly string[], appPath: string, cwd: string): ShellArguments {
  const { args, link, values, opened } = parsed(argv, appPath, cwd);
  const { 'data-dir': dataDir, set = [], practice, hidden, refused } = values;
  return {
    dataDir: typeof dataDir === 'string' ? dataDir : undefined,
    assignments: [...set.map(String), ...(practice === true ? ['network.practice=true'] : [])],
    hidden: hidden === true,
    links: link === undefined ? [] : [link],
    files: opened.map((at) => pathOf(args[at] ?? '', cwd)),
    refused: request.shape.refused.catch(null).parse(refused),
  };
}

/** What follows the program to start the app again as it was: with its window, and without opening the same once more. */
export function argumentsAgain(argv: readonly string[], appPath: string, cwd: string): string[] {
  const { args, opened } = parsed(argv, appPath, cwd);
  return args.filter(
    (argument, at) => argument !== '--hidden' && !argument.startsWith('--refused=') && !opened.includes(at),
  );
}

/** What follows the program to start it again, so that it says what could not be opened instead of opening it. */
export function argumentsRefusing(argv: readonly string[], appPath: string, cwd: string): string[] {
  const hasLink = argv.some(isLink);
  return [...argumentsAgain(argv, appPath, cwd), `--refused=${hasLink ? 'link' : 'files'}`];
}

/** Of the 32 KiB that Chromium takes, for all it sends beside and in spite of how it writes that. */
const mostHandedOver = 24 * 1024;

/**
 * Whether an app that runs could be handed this: Chromium takes it for hung when more comes, and kills it
 * (github.com/electron/electron/pull/53157). A web page can make a link as long as it likes.
 */
export function canBeHandedOver(argv: readonly string[], cwd: string, given: ShellRequest): boolean {
  const bytes = Buffer.byteLength([cwd, ...argv].join(' ')) + 2 * JSON.stringify(given).length;
  return bytes <= mostHandedOver;
}

/** The arguments before a link, and where among them stands what is to be opened. */
function parsed(argv: readonly string[], appPath: string, cwd: string) {
  const all = argv.slice(1);
  const at = all.findIndex(isLink);
  const args = at === -1 ? all : all.slice(0, at);
  const { values, tokens } = parseArgs({
    ...{ args, strict: false, allowPositionals: true, tokens: true },
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

/** Desktops may name a file by its address. */
function pathOf(given: string, cwd: string): string {
  try {
    return /^file:/i.test(given) ? fileURLToPath(given) : resolve(cwd, given);
  } catch {
    return resolve(cwd, given);
  }
}
