import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type {
  RecoveryCheck,
  RecoveryTally,
  TalliedSection,
} from '../../contract/dashboard-api/administration/recovery.ts';
import { maxRecoveryFileBytes } from '../../contract/recovery-file.ts';
import { formatBytes } from '../../core/bytes/format-bytes.ts';
import { systemClock } from '../../core/clock.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { messageText } from '../../core/messages/message-text.ts';
import type { RecoveredNode } from '../../features/recovery/index.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { getPassphrase } from '../passphrase.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/** Loaded on demand, since other commands do not need it. */
const feature = () => import('../../features/recovery/index.ts');

interface Options extends CommandOptions {
  passphraseFile?: string;
}

/** Adds `alcove recovery create | check | restore`. */
export function addRecoveryCommands(program: Command): void {
  const recovery = program
    .command('recovery')
    .description('the recovery file: identity, keys, licences and settings, without stored files');
  const command = (name: string, description: string, file: string) =>
    addCommand(recovery, name, description)
      .argument('<file>', file)
      .option('--passphrase-file <file>', 'a file with the passphrase as its only line; - for stdin');

  command(
    'create',
    'create a recovery file, encrypted with a passphrase, also while the node runs',
    'the new file',
  )
    .option('--generate', 'generate and print a passphrase of random words')
    .action(createRecoveryFile);

  command('check', 'test a recovery file, and list what it can restore', 'the recovery file').action(
    async (path: string, options: Options) => {
      const bytes = await readBounded(path);
      const passphrase = await passphraseFor(options, false);
      const file = bytes.toString('base64');
      const check = hasDatabase(dataFolder(options.dataDir))
        ? await onNode(options, (control) => control.checkRecovery({ file, passphrase }))
        : await preview(bytes, passphrase);
      printResult(options, check, ...checkLines(path, check));
      if (check.problems.length > 0) process.exitCode = 1;
    },
  );

  command('restore', 'create a new data folder from a recovery file', 'the recovery file').action(
    async (path: string, options: Options) => {
      const file = await readBounded(path);
      const passphrase = await passphraseFor(options, false);
      const dataDir = dataFolder(options.dataDir);
      const { restoreRecovery } = await feature();
      const recovered = await restoreRecovery({ file, passphrase, dataDir }, systemClock);
      printResult(options, recoveredDocument(dataDir, recovered), ...recoveredLines(dataDir, recovered));
    },
  );
}

/** Runs `alcove recovery create`. */
async function createRecoveryFile(path: string, options: Options & { generate?: boolean }): Promise<void> {
  await refuseExisting(path);
  const { generatePassphrase, syncFolder } = await feature();
  const generated = options.generate ? await generatePassphrase() : undefined;
  const passphrase = generated ?? (await passphraseFor(options, true));
  const { made_at, file } = await onNode(options, (control) => control.makeRecovery({ passphrase }));
  const bytes = Buffer.from(file, 'base64');
  await writeNew(path, bytes);
  await syncFolder(dirname(resolve(path)));
  printResult(
    options,
    { file: path, made_at, size: bytes.length, passphrase: generated ?? null },
    `Created the recovery file ${path} at ${made_at} (${formatBytes(bytes.length)}).`,
    ...(generated === undefined ? [] : [`Passphrase, not stored anywhere: ${generated}`]),
    'Keep the file on another computer, and the passphrase in another place. Without the passphrase the file is useless.',
    'The file does not contain stored files. To back those up, use: alcove backup',
  );
}

async function preview(file: Buffer, passphrase: string): Promise<RecoveryCheck> {
  const { decryptRecovery, previewRecovery } = await feature();
  return previewRecovery(await decryptRecovery(file, passphrase));
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
}

/** Reads regular files only, because pipes and devices may never end. */
async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxRecoveryFileBytes) {
      throw new Error(`${path} is not a recovery file, or it is too large.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const words: Record<TalliedSection, string> = {
  settings: 'settings',
  content_keys: 'keys of files',
  receipts: 'receipts of licences',
  encryptions: 'encrypted files for sale',
  peers: 'peers that you added or removed, with their keys',
  blocked: 'blocked files',
  subscriptions: 'subscriptions',
  api_tokens: 'API tokens',
  owner: 'owner profile',
  wallets: 'linked wallets',
  share_hosts: 'hosts for sharing',
  collections: 'collections',
};

const holds = (tallies: RecoveryTally[]): string[] =>
  tallies
    .filter(({ in_file }) => in_file > 0)
    .map(({ section, in_file }) => `  ${in_file} ${words[section]}`);

function checkLines(path: string, { problems, made_at, public_key, tallies }: RecoveryCheck): string[] {
  if (problems.length > 0) return [`${path} cannot restore this node.`, ...problems.map(messageText)];
  const lacking = tallies.filter((one) => one.lacking > 0);
  return [
    `The file is valid. It was made at ${made_at} and can restore:`,
    `  the node ${public_key} with its wallet`,
    ...holds(tallies),
    ...(lacking.length > 0 ? ['New or changed since, so not in the file:'] : []),
    ...lacking.map((one) => `  ${one.lacking} ${words[one.section]}`),
    ...(lacking.length > 0 ? ['Create a new file: alcove recovery create'] : []),
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
    `Restored the node ${publicKey} with its wallet, as of ${madeAt}, to ${dataDir}, with:`,
    ...holds(tallies),
    'Never run two nodes with the same key. Remove the old node before you start this one.',
    'The running node downloads the files that its wallet has licences for. Restore other files from a backup.',
    ...(formerStorageFolder === undefined
      ? []
      : [`The files were in ${formerStorageFolder}. The node now stores files in the data folder.`]),
    ...(settingsLeftOut.length === 0
      ? []
      : [
          `Settings not restored, because this computer or version does not support them: ${settingsLeftOut.join(', ')}.`,
        ]),
  ];
}
