import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { RecoveryCheck, RecoveryTally } from '../../contract/dashboard-api/administration/recovery.ts';
import { maxRecoveryFileBytes, type RecoverySection } from '../../contract/recovery-file.ts';
import { systemClock } from '../../core/clock.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { messageText } from '../../core/messages/message-text.ts';
import {
  decryptRecovery,
  generatePassphrase,
  previewRecovery,
  type RecoveredNode,
  restoreRecovery,
  syncFolder,
} from '../../features/recovery/index.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { getPassphrase } from '../passphrase.ts';
import { withControl } from '../with-control.ts';

interface Options {
  dataDir?: string;
  passphraseFile?: string;
  json?: boolean;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Adds `alcove recovery create | check | restore`. */
export function addRecoveryCommands(program: Command): void {
  const recovery = program
    .command('recovery')
    .description('the recovery file: identity, keys, licences and settings, without what is stored');
  const command = (name: string, description: string, file: string) =>
    recovery
      .command(name)
      .description(description)
      .argument('<file>', file)
      .addOption(new Option('--data-dir <folder>', 'the data folder'))
      .option('--passphrase-file <file>', 'a file whose only line is the passphrase; - for stdin')
      .addOption(new Option('--json', 'answer in JSON'));

  command('create', 'make one, encrypted with a passphrase, also while the node runs', 'a new file')
    .option('--generate', 'use random words as the passphrase, and print them')
    .action(createRecoveryFile);

  command('check', 'rehearse: open it, and say what it would bring back', 'the recovery file').action(
    async (path: string, options: Options) => {
      const file = await readBounded(path);
      const passphrase = await passphraseFor(options, false);
      const dataDir = dataFolder(options.dataDir);
      const check = hasDatabase(dataDir)
        ? await withControl(
            dataDir,
            (control) => control.checkRecovery({ file: file.toString('base64'), passphrase }),
            { create: false },
          )
        : previewRecovery(await decryptRecovery(file, passphrase));
      if (options.json) print(JSON.stringify(check));
      else for (const line of checkLines(path, check)) print(line);
      if (check.problems.length > 0) process.exitCode = 1;
    },
  );

  command('restore', 'make a new data folder from it', 'the recovery file').action(
    async (path: string, options: Options) => {
      const file = await readBounded(path);
      const passphrase = await passphraseFor(options, false);
      const dataDir = dataFolder(options.dataDir);
      const recovered = await restoreRecovery({ file, passphrase, dataDir }, systemClock);
      if (options.json) print(JSON.stringify(recoveredDocument(dataDir, recovered)));
      else for (const line of recoveredLines(dataDir, recovered)) print(line);
    },
  );
}

/** Runs `alcove recovery create`. */
async function createRecoveryFile(path: string, options: Options & { generate?: boolean }): Promise<void> {
  await refuseExisting(path);
  const generated = options.generate ? await generatePassphrase() : undefined;
  const passphrase = generated ?? (await passphraseFor(options, true));
  const { made_at, file } = await withControl(
    dataFolder(options.dataDir),
    (control) => control.makeRecovery({ passphrase }),
    { create: false },
  );
  const bytes = Buffer.from(file, 'base64');
  await writeNew(path, bytes);
  if (options.json) {
    print(JSON.stringify({ file: path, made_at, size: bytes.length, passphrase: generated ?? null }));
    return;
  }
  print(`${path} holds what makes this node, as of ${made_at} (${bytes.length} bytes).`);
  if (generated !== undefined) print(`Its passphrase, which is kept nowhere: ${generated}`);
  print('Keep it on another machine, and the passphrase apart from it: nobody can open it without.');
  print('What is stored is not in it: for that, see alcove backup.');
}

const passphraseFor = (options: Options, twice: boolean) =>
  getPassphrase({ file: options.passphraseFile, twice });

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found) throw new Error(`${path} already exists. Choose another name to keep the older file.`);
}

/** Writes and syncs a file that only its owner can read. Removes it on failure. */
async function writeNew(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await syncFolder(dirname(resolve(path)));
}

/** Reads regular files only, because pipes and devices may never end. */
async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxRecoveryFileBytes) {
      throw new Error(`${path} is not a recovery file, or it is larger than any recovery file.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const words: Record<RecoverySection, string> = {
  settings: 'settings',
  content_keys: 'keys of contents',
  receipts: 'receipts of licences',
  sealings: 'contents that are sold encrypted',
  peers: 'nodes you named or removed, with their keys',
  blocked: 'blocked contents',
  subscriptions: 'subscriptions',
  api_tokens: 'API tokens',
  owner: 'profile of yours',
  wallets: 'linked wallets',
  share_hosts: 'nodes you share through',
};

const holds = (tallies: RecoveryTally[]): string[] =>
  tallies
    .filter(({ in_file }) => in_file > 0)
    .map(({ section, in_file }) => `  ${in_file} ${words[section]}`);

function checkLines(path: string, { problems, made_at, public_key, tallies }: RecoveryCheck): string[] {
  if (problems.length > 0) return [`${path} would not bring this node back.`, ...problems.map(messageText)];
  const lacking = tallies.filter((one) => one.lacking > 0);
  return [
    `The passphrase opens it, and it is whole. Made at ${made_at}, it would bring back:`,
    `  the node ${public_key} with its wallet`,
    ...holds(tallies),
    ...(lacking.length > 0 ? ['New or changed since, so not in it:'] : []),
    ...lacking.map((one) => `  ${one.lacking} ${words[one.section]}`),
    ...(lacking.length > 0 ? ['Make a new one: alcove recovery create'] : []),
  ];
}

const recoveredDocument = (dataDir: string, recovered: RecoveredNode) => ({
  data_dir: dataDir,
  made_at: recovered.madeAt,
  public_key: recovered.publicKey,
  restored: Object.fromEntries(recovered.tallies.map(({ section, in_file }) => [section, in_file])),
  former_storage_folder: recovered.formerStorageFolder ?? null,
  settings_left_out: recovered.settingsLeftOut,
});

function recoveredLines(dataDir: string, recovered: RecoveredNode): string[] {
  const { publicKey, madeAt, tallies, formerStorageFolder, settingsLeftOut } = recovered;
  return [
    `${dataDir} holds the node ${publicKey} with its wallet, as of ${madeAt}, and`,
    ...holds(tallies),
    'Never let two nodes with one key run: see that the old one is gone before you start this one.',
    'Once it runs, it fetches what its wallet has licences for from the network. Other stored files come from a backup only.',
    ...(formerStorageFolder === undefined
      ? []
      : [`It had stored its files in ${formerStorageFolder}; now it stores them in the data folder.`]),
    ...(settingsLeftOut.length === 0
      ? []
      : [
          `Settings that this computer or this version cannot use are left out: ${settingsLeftOut.join(', ')}.`,
        ]),
  ];
}
