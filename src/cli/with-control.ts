import { ActivityLog } from '../activity-log.ts';
import { DiskBlobStore } from '../blobs/disk-store.ts';
import {
  type EmbeddedChainAccess,
  embeddedChainFile,
  openEmbeddedChain,
} from '../chain/embedded/open-embedded-chain.ts';
import { type ContentServices, createContent } from '../content/create-content.ts';
import type { NoteActivity } from '../core/activity.ts';
import { systemClock } from '../core/clock.ts';
import { createLogger } from '../core/logger.ts';
import { FileSecretStore, refuseSealedSecret } from '../core/secrets.ts';
import { FileSettingsLayer } from '../core/settings.ts';
import { ActivityRepository } from '../db/activity.ts';
import { ApiTokenRepository } from '../db/api-tokens.ts';
import { FolderInUseError, lockFolder } from '../db/folder-lock.ts';
import type { Db } from '../db/open.ts';
import { ControlServer } from '../http/control.ts';
import { createControl } from '../node-control.ts';
import { hasDatabase, holdsData, openNodeDatabase } from '../node-database.ts';
import { secretOf } from '../node-secrets.ts';
import { RecoveryDesk } from '../recovery/recovery-desk.ts';
import { settleRestore } from '../recovery/restored-folder.ts';
import { ApiTokens } from '../sign-in/api-tokens.ts';
import { controlClient } from './control-client.ts';

type AnyControl = ReturnType<typeof controlClient>;

/** The data folder holds no node. */
export class NoDataError extends Error {
  constructor(dataDir: string) {
    super(`There is no Alcove data in ${dataDir}. Start a node there first: alcove serve --data-dir …`);
  }
}

/**
 * Runs a command on a data folder: in the process that has it where one runs, else here.
 * @param options `create`: whether an empty folder is made into one with data
 * @throws NoDataError, LostDatabaseError, DamagedDatabaseError
 */
export async function withControl<T>(
  dataDir: string,
  command: (control: AnyControl) => Promise<T>,
  options: { create: boolean },
): Promise<T> {
  await settleRestore(dataDir).catch((error: unknown) => {
    // Whoever has the folder has seen to it.
    if (!(error instanceof FolderInUseError)) throw error;
  });
  if (!options.create && !hasDatabase(dataDir)) throw new NoDataError(dataDir);
  const lock = lockHere(dataDir);
  if (!lock) return command(controlClient(dataDir));
  try {
    return await runHere(dataDir, command);
  } finally {
    lock.release();
  }
}

async function runHere<T>(dataDir: string, command: (control: AnyControl) => Promise<T>): Promise<T> {
  if (!hasDatabase(dataDir)) makeNewNode(dataDir);
  const db = openNodeDatabase(dataDir);
  const blobs = new DiskBlobStore({ dataDir });
  const activity = new ActivityLog({
    repository: new ActivityRepository(db),
    // What is too old goes when the node starts: it knows the settings.
    keepDays: () => Number.POSITIVE_INFINITY,
    clock: systemClock,
    logger: createLogger(),
  });
  const logger = createLogger();
  let chain: Promise<EmbeddedChainAccess> | undefined;
  try {
    await blobs.open();
    const control = createControl({
      note: activity.note,
      actor: { type: 'command', name: '' },
      tokens: new ApiTokens(new ApiTokenRepository(db)),
      content: contentAtRest(db, blobs, activity.note),
      dashboard: () => {
        throw new Error(
          'No node runs on this data folder, so there is no dashboard. Start one: alcove serve',
        );
      },
      chain: () => {
        chain ??= openEmbeddedChain({ file: embeddedChainFile(dataDir), logger });
        return chain;
      },
      market: () => {
        throw new Error(
          'No node runs on this data folder, so the chain is not followed. Start one: alcove serve',
        );
      },
      recovery: {
        make: (passphrase) => recoveryAtRest(dataDir, db, activity.note).make(passphrase),
        check: (file, passphrase) => recoveryAtRest(dataDir, db, activity.note).check(file, passphrase),
      },
    });
    return await command({
      createToken: async (token) => control.createToken(token),
      listTokens: async () => control.listTokens(),
      revokeToken: async (token) => control.revokeToken(token),
      verify: (options) => control.verify(options),
      block: (request) => control.block(request),
      unblock: async (id) => control.unblock(id),
      listBlocked: async () => control.listBlocked(),
      dashboard: async () => control.dashboard(),
      faucet: (gift) => control.faucet(gift),
      checkReceipt: async (receipt) => control.checkReceipt(receipt),
      makeRecovery: (request) => control.makeRecovery(request),
      checkRecovery: (request) => control.checkRecovery(request),
      serveChain: async (serving) => {
        // It lasts, so other commands find this process.
        const server = new ControlServer(dataDir, control, logger);
        await server.start();
        try {
          await control.serveChain(serving);
        } finally {
          await server.stop();
        }
      },
    });
  } finally {
    await (await chain?.catch(() => undefined))?.close();
    await blobs.close();
    activity.close();
    db.close();
  }
}

/** Nobody signs in, uploads or asks for lists while no node runs. */
const contentAtRest = (db: Db, blobs: DiskBlobStore, note: NoteActivity): ContentServices =>
  createContent({
    db,
    nodeSecret: Buffer.alloc(32),
    blobs,
    users: { walletOf: () => null, usersOf: () => [] },
    quotaBytes: undefined,
    userQuotaBytes: 0,
    maxUploadBytes: 0,
    clock: systemClock,
    note,
    onChange: () => {},
    onBlockedChange: () => {},
  });

/** @throws SealedSecretError, LostSecretError */
function recoveryAtRest(dataDir: string, db: Db, note: NoteActivity): RecoveryDesk {
  refuseSealedSecret(dataDir);
  return new RecoveryDesk({
    dataDir,
    ...{ db, note, clock: systemClock, actor: { type: 'command', name: '' } },
    onChange: () => {},
    nodeSecret: secretOf(new FileSecretStore(dataDir), 'node-secret', 32, true),
    settingsStore: new FileSettingsLayer(dataDir),
  });
}

/** With its secret, because a database without one is taken for a node that has lost it. */
function makeNewNode(dataDir: string): void {
  refuseSealedSecret(dataDir);
  secretOf(new FileSecretStore(dataDir), 'node-secret', 32, holdsData(dataDir));
}

function lockHere(dataDir: string): { release(): void } | undefined {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}
