import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type PracticeChain, practiceApp } from '../../../contract/shell/practice-process.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { SettingsError } from '../../../core/settings.ts';
import shipped from './wallets.json' with { type: 'json' };

type PracticeWalletAddress = NonNullable<PracticeChain['wallet']>;

const httpUrl = z.url({ protocol: /^https?$/ });

/**
 * An entry of a wallets list in the format of the public `wallets-v2.json`; wallets without an HTTP bridge are not
 * used.
 */
const walletEntry = z.looseObject({
  app_name: z.string().min(1).max(64),
  name: z.string().min(1).max(64),
  image: z.string(),
  about_url: z.string(),
  universal_url: z.url().optional(),
  bridge: z.array(z.looseObject({ type: z.string(), url: z.string().optional() })),
  platforms: z.array(z.string()).min(1),
});

const reachable = z
  .array(walletEntry)
  .transform((entries) => entries.flatMap(toWalletApp))
  .refine((apps) => apps.length > 0, 'names no wallet with an HTTP bridge');

/** A supported wallet app. */
export interface WalletApp {
  appName: string;
  name: string;
  /** Prefix of its links. */
  universalLink: string;
  /** Bridge that receives its replies. */
  bridgeUrl: string;
  /** The address of the app's page, where it has one instead of a QR code. */
  pageUrl?: string;
  /** The original entry of the list, which the SDK reads. */
  entry: z.infer<typeof walletEntry>;
}

function toWalletApp(entry: z.infer<typeof walletEntry>): WalletApp[] {
  const bridge = entry.bridge.find(({ type }) => type === 'sse')?.url;
  if (!entry.universal_url || !httpUrl.safeParse(bridge).success) return [];
  return [
    {
      appName: entry.app_name,
      name: entry.name,
      universalLink: entry.universal_url,
      bridgeUrl: bridge as string,
      entry,
    },
  ];
}

/** Returns the wallet app of the practice network. */
export function toPracticeApp({
  bridge_url: bridgeUrl,
  page_url: pageUrl,
}: PracticeWalletAddress): WalletApp {
  const universalLink = `${pageUrl}connect`;
  const entry = {
    app_name: practiceApp.name,
    name: practiceApp.title,
    image: '',
    about_url: '',
    universal_url: universalLink,
    bridge: [{ type: 'sse', url: bridgeUrl }],
    platforms: ['linux', 'macos', 'windows'],
  };
  return { appName: practiceApp.name, name: practiceApp.title, universalLink, bridgeUrl, pageUrl, entry };
}

/**
 * Loads the wallets that people may connect, the default first.
 * @param file a list to use instead of the one that comes with Alcove
 * @throws SettingsError when the file contains no such list
 */
export function loadWalletApps(file?: string): WalletApp[] {
  if (file === undefined) return reachable.parse(shipped);
  try {
    return reachable.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new SettingsError(message('auth.walletsFileInvalid', { path: file, problem: reason }), { cause });
  }
}

/**
 * Finds a wallet app by name.
 * @param appName the first wallet by default
 * @throws NodeError `invalid_request` that lists the known ones
 */
export function walletNamed(wallets: readonly WalletApp[], appName: string | undefined): WalletApp {
  const wallet = appName === undefined ? wallets[0] : wallets.find((app) => app.appName === appName);
  if (wallet) return wallet;
  const known = wallets.map((app) => app.appName).join(', ');
  throw new NodeError('invalid_request', message('auth.walletAppUnknown', { known }), {
    errors: [inputErrorAt('wallet_app_name', message('auth.mustBeOneOf', { known }))],
  });
}
