import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { isLink } from './link.ts';

/** What the person gives the app to do, at its start or while it runs. */
export const request = z.object({
  /** Start without a window. */
  hidden: z.boolean(),
  links: z.array(z.string()).max(20),
  /** Absolute paths. */
  files: z.array(z.string()).max(10_000),
});
export type ShellRequest = z.infer<typeof request>;

interface ShellArguments extends ShellRequest {
  dataDir: string | undefined;
  /** Each `section.name=value`. */
  assignments: string[];
}

/**
 * Reads the command line of the app: `--data-dir D`, `--set section.name=value` (repeats), `--practice`, `--hidden`, links
 * and files. Switches of Chromium stand among them, so what is unknown is passed over; so is all that follows a link,
 * since whoever made that could have written it.
 * @param appPath the folder of the app, which stands there in development
 */
export function readArguments(argv: readonly string[], appPath: string, cwd: string): ShellArguments {
  const args = argv.slice(1);
  const link = args.findIndex(isLink);
  const { values, positionals } = parseArgs({
    args: link === -1 ? args : args.slice(0, link),
    strict: false,
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      set: { type: 'string', multiple: true },
      practice: { type: 'boolean' },
      hidden: { type: 'boolean' },
    },
  });
  const { 'data-dir': dataDir, set = [], practice, hidden } = values;
  return {
    dataDir: typeof dataDir === 'string' ? dataDir : undefined,
    assignments: [...set.map(String), ...(practice === true ? ['network.practice=true'] : [])],
    hidden: hidden === true,
    links: link === -1 ? [] : args.slice(link, link + 1),
    files: positionals.map((path) => resolve(cwd, path)).filter((path) => path !== resolve(appPath)),
  };
}
