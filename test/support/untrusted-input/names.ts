import { parseContentId } from '../../../src/core/content-id.ts';
import { tokensOf, wordsOf } from '../../../src/core/lists/search-tokens.ts';
import { message } from '../../../src/core/messages/message.ts';
import { printable } from '../../../src/core/printable.ts';
import { settingsFromArguments, settingsFromEnvironment } from '../../../src/core/settings.ts';
import { parseTonAddress } from '../../../src/core/ton/ton-address.ts';
import { registrantOf } from '../../../src/crypto/age/registrant.ts';
import { redaction } from '../../../src/features/activity/activity-redaction.ts';
import { keyOfStateInit } from '../../../src/features/auth/proof/wallet-code.ts';
import { verifyInitData } from '../../../src/features/auth/telegram.ts';
import { safeFileName } from '../../../src/features/content/naming/file-name.ts';
import { titleOf } from '../../../src/features/content/naming/title.ts';
import { AccessLinks } from '../../../src/features/licensing/access-links.ts';
import { readCursor } from '../../../src/features/market/market-cursor.ts';
import { type InputParser, KiB, latin1, requestBody } from './input-parser.ts';

const links = new AccessLinks(Buffer.alloc(32, 1), () => 0);
const bot = { token: '1:a', publicKey: '00'.repeat(32) };
const entry = { actor: { type: 'user', name: '' }, address: null, subject: null };

/** Parsers of texts, names, ids and proofs in requests, and of arguments of the command line. */
export const nameParsers: Record<string, InputParser> = {
  'content id': { max: requestBody, pieces: ['bafkrei', 'a', 'z', 'f', '1', 'Qm'], parse: parseContentId },
  'TON address': {
    max: requestBody,
    pieces: ['0', ':', '-1:', 'E'],
    prefixes: ['0:', 'EQ'],
    parse: parseTonAddress,
  },
  'registrant of an encrypted file': {
    max: 32 * KiB,
    pieces: ['-> alcove.registrant a 0:', '-> x\n\n', '\n', '-', 'A', '--- '],
    prefixes: ['age-encryption.org/v1\n', 'age-encryption.org/v1\n-> alcove.registrant mainnet 0:'],
    parse: (text) => registrantOf(latin1(text)),
  },
  'words of a search and of a content': {
    max: 16 * KiB,
    pieces: [' ', 'a ', '\u0301', '\ufdfa', 'ß', '𝒜', '#'],
    parse: (text) => [
      wordsOf(text),
      tokensOf({
        ...{ title: text, description: text, contentType: text, uploadedBy: text },
        ...{ authors: text.split(' '), hashtags: text.split(' ') },
      }),
    ],
  },
  'file name': {
    max: requestBody,
    pieces: ['/', '\\', '.', ' ', '\u200e', '.a', '𝒜', '\u0301'],
    parse: (text) => [safeFileName(text), safeFileName(`${text}.mp3`), titleOf(text), printable(text)],
  },
  'init data of Telegram': {
    max: requestBody,
    pieces: ['a=b&', '&', '=', '%41', '+', ...['user=[', 'user=%7B']],
    prefixes: ['hash=a&', 'user={"id":'],
    parse: (text) => verifyInitData(text, bot, 0),
  },
  'state init of a wallet': {
    max: requestBody,
    pieces: ['te6c', 'A', '=', '/'],
    prefixes: ['te6cckEB'],
    parse: (text) => keyOfStateInit(text, `0:${'0'.repeat(64)}`),
  },
  'link to sold bytes': {
    max: 16 * KiB,
    pieces: ['1', '.', 'a', '-'],
    prefixes: ['1.a.'],
    parse: (text) => links.verify(Buffer.alloc(32), text),
  },
  'cursor of a list': { max: 16 * KiB, pieces: ['MQ', '.', '_'], parse: readCursor },
  'activity log, for export': {
    max: 64 * KiB,
    pieces: ['bafkrei', '1.', 'http://', '-0:', 'a', '0', '-'],
    parse: (text) =>
      redaction()({
        ...entry,
        actor: { type: 'user', name: text },
        subject: text,
        detail: message('general.text', { text }),
      } as never),
  },
  'settings on the command line and in the environment': {
    max: 128 * KiB,
    pieces: ['_', '__', '.', '=', 'A', '[', ',', '"'],
    prefixes: ['ALCOVE_A', 'network.bootstrap=', 'node.port=', 'a.'],
    parse: (text) => {
      settingsFromEnvironment({ [text]: 'a', ALCOVE_NETWORK__BOOTSTRAP: text });
      return settingsFromArguments([text]);
    },
  },
};
