import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { message, toMessage } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { printable } from '../../core/printable.ts';
import { verifyEd25519 } from '../../crypto/ed25519.ts';

/** Telegram's published key for checking init data without the bot's token, in hexadecimal. */
export const telegramPublicKey = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';

/** Keys for checking init data of a bot: its token, or else its id and Telegram's key. */
export interface TelegramBot {
  token?: string | undefined;
  id?: number | undefined;
  /** 32 bytes in hexadecimal. */
  publicKey: string;
}

/** The user who opened the web app, according to Telegram. */
export interface TelegramUser {
  id: number;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
}

const maxAgeSeconds = 24 * 60 * 60;
const maxAheadSeconds = 60;

const shownName = z
  .string()
  .transform((name) => printable(name).trim().slice(0, 256) || null)
  .nullable()
  .catch(null);
const userField = z.object({
  id: z.int().positive(),
  username: shownName,
  first_name: shownName,
  last_name: shownName,
});

/** Returns whether init data can be checked at all. */
export const isTelegramConfigured = ({ token, id }: TelegramBot): boolean =>
  token !== undefined || id !== undefined;

/**
 * Checks the init data of a Telegram web app (core.telegram.org/bots/webapps, “Validating data”).
 * @param now Unix milliseconds
 * @throws NodeError `invalid_twa_data`, `twa_not_configured`
 */
export function verifyInitData(initData: string, bot: TelegramBot, now: number): TelegramUser {
  if (!isTelegramConfigured(bot)) throw new NodeError('twa_not_configured', 'auth.telegramNotConfigured');
  const fields = parseFields(initData);
  if (bot.token !== undefined) checkHash(fields, bot.token);
  else checkSignature(fields, bot.id ?? 0, bot.publicKey);
  checkAge(fields.get('auth_date'), now);
  return userOf(fields.get('user'));
}

const invalid = (why: ConstantMessageId): NodeError =>
  new NodeError('invalid_twa_data', message('auth.initDataInvalid', { why: toMessage(why) }));

function parseFields(initData: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(initData)) {
    if (fields.has(name)) throw invalid('auth.initDataFieldTwice');
    fields.set(name, value);
  }
  return fields;
}

/** Returns the authenticated text: the fields in alphabetical order, one per line. */
const checkString = (fields: Map<string, string>, without: readonly string[]): string =>
  [...fields]
    .filter(([name]) => !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

/** Checks the hash with the bot's token; `signature`, if present, is part of the hashed text. */
function checkHash(fields: Map<string, string>, token: string): void {
  const given = fields.get('hash') ?? '';
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const expected = createHmac('sha256', key)
    .update(checkString(fields, ['hash']))
    .digest();
  if (!/^[0-9a-f]{64}$/i.test(given) || !timingSafeEqual(expected, Buffer.from(given, 'hex'))) {
    throw invalid('auth.initDataHash');
  }
}

function checkSignature(fields: Map<string, string>, botId: number, publicKey: string): void {
  const given = fields.get('signature') ?? '';
  const signed = `${botId}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`;
  if (
    !/^[A-Za-z0-9_-]{86}={0,2}$/.test(given) ||
    !verifyEd25519(Buffer.from(publicKey, 'hex'), Buffer.from(signed), Buffer.from(given, 'base64url'))
  ) {
    throw invalid('auth.initDataSignature');
  }
}

function checkAge(authDate: string | undefined, now: number): void {
  if (authDate === undefined || !/^\d{1,12}$/.test(authDate)) throw invalid('auth.initDataNoDate');
  const age = now / 1000 - Number(authDate);
  if (age > maxAgeSeconds) throw invalid('auth.initDataOld');
  if (age < -maxAheadSeconds) throw invalid('auth.initDataFuture');
}

function userOf(json: string | undefined): TelegramUser {
  let value: unknown;
  try {
    value = JSON.parse(json ?? '');
  } catch {
    throw invalid('auth.initDataNoUser');
  }
  const { data } = userField.safeParse(value);
  if (!data) throw invalid('auth.initDataNoUser');
  return { id: data.id, username: data.username, firstName: data.first_name, lastName: data.last_name };
}
