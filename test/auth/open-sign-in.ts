import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsInput } from '../../src/contract/settings.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { resolveSettings } from '../../src/core/settings.ts';
import { createSignIn } from '../../src/features/auth/create-sign-in.ts';
import { ownersConnection } from '../../src/features/auth/sign-in-admin-service.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { type TestWallet, testWallet } from '../support/wallets/test-wallet.ts';

export const domain = 'app.example';
export const botToken = '42:a-token-of-a-bot';
export const minute = 60_000;
export const day = 24 * 60 * minute;

const people = new Map<number, string>([
  [7, 'Ada'],
  [8, 'Bob'],
]);

/** Signing in without HTTP, on a real database, with a clock set by the test. */
export function openTestSignIn(
  signInSettings: SettingsInput['sign_in'] = {},
  other: SettingsInput = {},
  nodeSeed = 1,
) {
  const folder = temporaryFolder();
  const activities: Activity[] = [];
  const endedConnections: string[] = [];
  let signInNow = signInSettings;
  let changes = 0;
  let now = Date.parse('2026-05-01T12:00:00Z');
  const open = () => {
    const settings = resolveSettings({
      ...other,
      sign_in: { who: 'anyone', domains: [domain], telegram_bot_token: botToken, ...signInNow },
    });
    const db = openTestDatabase(join(folder, 'alcove.db'));
    return {
      db,
      ...createSignIn({
        db,
        nodeSecret: Buffer.alloc(32, nodeSeed),
        settings,
        clock: () => now,
        note: (activity) => activities.push(activity),
        onChange: () => {
          changes += 1;
        },
        endConnection: (user, session) => endedConnections.push(`${user} ${session}`),
      }),
    };
  };
  let parts = open();
  return {
    activities,
    endedConnections,
    /** The number of changes reported to the dashboard. */
    get changes() {
      return changes;
    },
    get signIn() {
      return parts.signIn;
    },
    get accounts() {
      return parts.accounts;
    },
    get directory() {
      return parts.directory;
    },
    pass: (ms: number) => {
      now += ms;
    },
    /** Restarts the service, with other settings if given. */
    reopen: async (changed = signInNow) => {
      await parts.signIn.writeUses();
      parts.db.close();
      signInNow = changed;
      parts = open();
    },
    close: () => {
      parts.db.close();
      rmSync(folder, { recursive: true });
    },
    rows: (table: string) => parts.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number,
    initData: (id: number) =>
      telegramInitData(botToken, { id, first_name: people.get(id) ?? 'Eve' }, now / 1000),
    prove: (wallet: TestWallet, payload: string) => wallet.prove(domain, payload, Math.floor(now / 1000)),
    challenge: async (initData?: string) =>
      (await parts.signIn.signIn({ initData, proof: undefined })).auth_v1_token,
    /** Signs in completely with a wallet and without Telegram. */
    async withWallet(wallet: TestWallet) {
      const payload = await this.challenge();
      return parts.signIn.signIn({ initData: undefined, proof: this.prove(wallet, payload) });
    },
    /** As the dashboard does it. */
    async makeOwner(wallet: TestWallet) {
      await parts.signIn.linkWallet(
        ownersConnection,
        wallet.prove('node.example', 'asked', Math.floor(now / 1000)),
        'node.example',
      );
    },
  };
}

export type TestSignIn = ReturnType<typeof openTestSignIn>;

/** The code and message of the problem that rejects a promise. */
export const problem = (promise: Promise<unknown>): Promise<{ code: string; detail: string }> =>
  promise.then(
    () => ({ code: 'accepted', detail: '' }),
    (error: unknown) => {
      if (error instanceof NodeError) return { code: error.code, detail: error.message };
      throw error;
    },
  );

export const [first, second, third] = [1, 2, 3].map((seed) => testWallet(seed, 'v5R1')) as [
  TestWallet,
  TestWallet,
  TestWallet,
];
