import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { sign, signData, validate } from '@telegram-apps/init-data-node';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../../src/core/node-error.ts';
import { type TelegramBot, telegramPublicKey, verifyInitData } from '../../src/features/auth/telegram.ts';
import real from '../vectors/telegram-init-data.json' with { type: 'json' };

const now = Date.parse('2026-05-01T12:00:00Z');
const token = '42:a-token-of-a-bot';
const ownKeys = generateKeyPairSync('ed25519');
const publicKey = ownKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const byToken: TelegramBot = { token, id: undefined, publicKey };
const byKey: TelegramBot = { token: undefined, id: 42, publicKey };

type Fields = Record<string, string>;

const fresh = (changes: Fields = {}): Fields => ({
  user: JSON.stringify({ id: 7, first_name: 'Ada', username: 'ada' }),
  auth_date: String(now / 1000),
  query_id: 'q',
  ...changes,
});

const lines = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort();

/** Init data with a hash, made by the library that web apps test with. */
const hashed = (fields: Fields, by = token) =>
  new URLSearchParams({ ...fields, hash: signData(lines(fields).join('\n'), by) }).toString();

/** Init data as Telegram signs it for third parties, with a key of the test. */
function signed(fields: Fields, botId = 42): string {
  const message = `${botId}:WebAppData\n${lines(fields).join('\n')}`;
  const signature = signWith(null, Buffer.from(message), ownKeys.privateKey).toString('base64url');
  return new URLSearchParams({ ...fields, hash: 'not checked', signature }).toString();
}

function codeOf(initData: string, bot: TelegramBot, at = now): string {
  try {
    verifyInitData(initData, bot, at);
    return 'accepted';
  } catch (error) {
    if (error instanceof NodeError) return error.code;
    throw error;
  }
}

describe('init data from Telegram', () => {
  const at = real.auth_date * 1000;

  it('is accepted by the bot’s token, and by Telegram’s key', () => {
    const user = { id: real.user_id, username: real.username };
    for (const bot of [
      { token: real.bot_token, publicKey: telegramPublicKey },
      { id: real.bot_id, publicKey: telegramPublicKey },
    ]) {
      expect(verifyInitData(real.init_data, bot, at)).toMatchObject(user);
    }
    validate(real.init_data, real.bot_token, { expiresIn: 0 });
  });

  it('is rejected for another bot, or another key', () => {
    expect(codeOf(real.init_data, { token, publicKey: telegramPublicKey }, at)).toBe('invalid_twa_data');
    expect(codeOf(real.init_data, { id: 42, publicKey: telegramPublicKey }, at)).toBe('invalid_twa_data');
    expect(codeOf(real.init_data, { id: real.bot_id, publicKey }, at)).toBe('invalid_twa_data');
  });
});

describe.each([
  ['by the bot’s token', byToken, hashed],
  ['by Telegram’s signature', byKey, signed],
] as const)('init data checked %s', (_, bot, make) => {
  it('returns the user who opened the web app', () => {
    expect(verifyInitData(make(fresh()), bot, now)).toEqual({
      id: 7,
      username: 'ada',
      firstName: 'Ada',
      lastName: null,
    });
  });

  it('is valid for 24 hours, and from a clock that is a minute ahead', () => {
    const aged = (seconds: number) => codeOf(make(fresh({ auth_date: String(now / 1000 - seconds) })), bot);
    expect(aged(24 * 3600)).toBe('accepted');
    expect(aged(24 * 3600 + 1)).toBe('invalid_twa_data');
    expect(aged(-60)).toBe('accepted');
    expect(aged(-61)).toBe('invalid_twa_data');
  });

  it.each([
    ['no date', { auth_date: '' }],
    ['an invalid date', { auth_date: '1e9' }],
    ['no user', { user: '' }],
    ['a user that is not JSON', { user: '{' }],
    ['a user without an id', { user: '{"id":"7"}' }],
    ['a user with a fractional id', { user: '{"id":7.5}' }],
    ['a user that is a list', { user: '[]' }],
  ])('is rejected with %s', (_what, changes) => {
    expect(codeOf(make(fresh(changes)), bot)).toBe('invalid_twa_data');
  });

  it('is rejected when anything in it was changed', () => {
    const right = make(fresh());
    expect(codeOf(right, bot)).toBe('accepted');
    for (const [was, is] of [
      ['%22id%22%3A7', '%22id%22%3A8'],
      ['query_id=q', 'query_id=r'],
      ['query_id=q', 'query_id2=q'],
      ['&query_id=q', ''],
    ] as const) {
      expect(right).toContain(was);
      expect(codeOf(right.replace(was, is), bot)).toBe('invalid_twa_data');
    }
    expect(codeOf(`${right}&start_param=1`, bot)).toBe('invalid_twa_data');
  });

  it('is rejected with a duplicate field, whichever one was signed', () => {
    const right = make(fresh());
    const second = encodeURIComponent('{"id":8}');
    expect(codeOf(`${right}&user=${second}`, bot)).toBe('invalid_twa_data');
    expect(codeOf(`user=${second}&${right}`, bot)).toBe('invalid_twa_data');
    expect(codeOf(`${right}&hash=${'0'.repeat(64)}`, bot)).toBe('invalid_twa_data');
  });

  it('is rejected without its hash or signature', () => {
    const fields = new URLSearchParams(make(fresh()));
    fields.delete('hash');
    fields.delete('signature');
    expect(codeOf(fields.toString(), bot)).toBe('invalid_twa_data');
  });

  it('never crashes the node', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc
            .dictionary(fc.constantFrom('hash', 'user', 'auth_date', 'signature'), fc.string())
            .map((fields) => new URLSearchParams(fields).toString()),
        ),
        (initData) => {
          expect(codeOf(initData, bot)).toBe('invalid_twa_data');
        },
      ),
    );
  });

  it('accepts any user that Telegram may send', () => {
    const user = fc.record(
      {
        id: fc.integer({ min: 1, max: 2 ** 52 }),
        first_name: fc.string({ unit: 'binary' }),
        extra: fc.json(),
      },
      { requiredKeys: ['id'] },
    );
    fc.assert(
      fc.property(user, (person) => {
        // URLs contain whole characters only.
        const json = JSON.stringify(person).toWellFormed();
        expect(verifyInitData(make(fresh({ user: json })), bot, now).id).toBe(person.id);
      }),
    );
  });
});

it('accepts data signed by @telegram-apps/init-data-node', () => {
  const initData = sign({ user: { id: 7, first_name: 'Ada' } }, token, new Date(now));
  expect(verifyInitData(initData, byToken, now).id).toBe(7);
});

it('prefers the token where both are configured', () => {
  expect(codeOf(signed(fresh()), { token, id: 42, publicKey })).toBe('invalid_twa_data');
});

it('returns a clear error when no bot is configured', () => {
  expect(codeOf(hashed(fresh()), { publicKey })).toBe('twa_not_configured');
});
