import { parseArgs } from 'node:util';

interface ShellArguments {
  dataDir: string | undefined;
  /** Each `section.name=value`. */
  assignments: string[];
}

/**
 * Reads the command line of the app: `--data-dir D`, `--set section.name=value` (repeats), `--practice`.
 * Switches of Chromium and the folder of the app in development stand among them, so what is unknown is
 * passed over.
 */
export function readArguments(argv: readonly string[]): ShellArguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    strict: false,
    options: {
      'data-dir': { type: 'string' },
      set: { type: 'string', multiple: true },
      practice: { type: 'boolean' },
    },
  });
  const { 'data-dir': dataDir, set = [], practice } = values;
  return {
    dataDir: typeof dataDir === 'string' ? dataDir : undefined,
    assignments: [...set.map(String), ...(practice === true ? ['network.practice=true'] : [])],
  };
}
