import { createParser } from 'eventsource-parser';
import { decodeFileName } from '../../../client/file-name.ts';
import { safeFileName } from '../../../electron/downloads/file-name.ts';
import { readArguments } from '../../../electron/launch/arguments.ts';
import { pathOfLink } from '../../../electron/launch/link.ts';
import { redactor } from '../../../electron/problem-report/redact.ts';
import { toNodeOrigin } from '../../../renderer/features/peers/node-address.ts';
import { byteUnits, readWithUnit } from '../../../renderer/features/settings/fields/setting-text.ts';
import { message } from '../../../src/core/messages/message.ts';
import { messageText } from '../../../src/core/messages/message-text.ts';
import { headers, type InputParser, KiB, peerAnswer } from './input-parser.ts';

const redact = redactor({ dataDir: '/home/ada/.alcove', home: '/home/ada', secrets: ['hunter2hunter2'] });

/** Parsers of the dashboard, the shell and the client for untrusted data. */
export const clientParsers: Record<string, InputParser> = {
  'Content-Disposition in a program': {
    max: headers,
    pieces: ['\\"', '%41', "filename*=UTF-8''", 'filename="', ';', '%'],
    prefixes: ['attachment; filename="', "attachment; filename*=UTF-8''"],
    parse: decodeFileName,
  },
  'events of the node': {
    max: peerAnswer,
    pieces: ['data: a\n', '\n', 'data:', '\r', ':', 'id: 1\n', 'retry: 1\n'],
    parse: (text) => {
      const parser = createParser({ onEvent: () => {} });
      for (let at = 0; at < text.length; at += 16 * KiB) parser.feed(text.slice(at, at + 16 * KiB));
    },
  },
  'text of another node in a message': {
    max: 64 * KiB,
    pieces: ['{{', '}}', '{{text}}', '{{first, message}}', '$t(', ')', '$&', ', ', '<b>'],
    prefixes: ['{{', '$t(', '{{text, bytes}}'],
    parse: (text) => {
      const foreign = message('general.text', { text });
      return messageText(message('general.both', { first: foreign, second: foreign }));
    },
  },
  'log in a problem report': {
    max: 128 * KiB,
    pieces: [
      'eyJ-',
      '.-',
      'a@',
      'a.',
      'abc ',
      '1:',
      '0',
      '?a=',
      '://',
      '"name":"',
      '\\n',
      '%20',
      'token=',
      '/home/',
    ],
    prefixes: ['eyJ', 'a@', '123456:', 'https://', '"name":"'],
    parse: redact,
  },
  'file name to save': {
    max: 64 * KiB,
    pieces: ['.', ' ', '\u200e', 'con.', '. ', '𝒜', '/'],
    parse: safeFileName,
  },
  'link into the app, and arguments': {
    max: 32 * KiB,
    pieces: ['/', '%41', '.', ':', '-', '--set=', '='],
    prefixes: ['alcove://peer/', 'alcove://content/', '--set=a.b='],
    parse: (text) => [pathOfLink(text), readArguments(['app', text, text], '/app', '/')],
  },
  'address and amounts that are typed': {
    max: 64 * KiB,
    pieces: ['127.', '.', '1', ' ', ',', ':'],
    prefixes: ['127.', 'https://', '1'],
    parse: (text) => [toNodeOrigin(text), readWithUnit(text, byteUnits)],
  },
};
