import { createParser } from 'eventsource-parser';
import { decodeFileName } from '../../../client/file-name.ts';
import { safeFileName } from '../../../electron/downloads/file-name.ts';
import { readArguments } from '../../../electron/launch/arguments.ts';
import { pathOfLink } from '../../../electron/launch/link.ts';
import { redactor } from '../../../electron/problem-report/redact.ts';
import { toNodeOrigin } from '../../../renderer/features/peers/node-address.ts';
import { byteUnits, readWithUnit } from '../../../renderer/lib/format/units.ts';
import russian from '../../../renderer/locales/ru/node.json' with { type: 'json' };
import { translator } from '../../../src/contract/sentences.ts';
import { headers, KiB, type OutsideParser, peerAnswer } from './outside-parser.ts';

const asItIs = (value: number | string): string => String(value);
const translate = translator(russian, {
  ...{ n: asItIs, decimal: asItIs, size: asItIs, ton: asItIs, time: asItIs },
});
const redact = redactor({ dataDir: '/home/ada/.alcove', home: '/home/ada', secrets: ['hunter2hunter2'] });

/** Pieces of sentences with values, which make many of them fit at once. */
const sentences = Object.keys(russian).filter((sentence) => sentence.includes('{{'));
const partsOfSentences = sentences.flatMap((sentence) => sentence.split(/\{\{\w+\}\}/)).filter(Boolean);

/** What the dashboard, the shell and programs with the client read of what others wrote. */
export const clientParsers: Record<string, OutsideParser> = {
  'Content-Disposition in a program': {
    most: headers,
    pieces: ['\\"', '%41', "filename*=UTF-8''", 'filename="', ';', '%'],
    prefixes: ['attachment; filename="', "attachment; filename*=UTF-8''"],
    parse: decodeFileName,
  },
  'events of the node': {
    most: peerAnswer,
    pieces: ['data: a\n', '\n', 'data:', '\r', ':', 'id: 1\n', 'retry: 1\n'],
    parse: (text) => {
      const parser = createParser({ onEvent: () => {} });
      for (let at = 0; at < text.length; at += 16 * KiB) parser.feed(text.slice(at, at + 16 * KiB));
    },
  },
  'what a node says': {
    most: 2000,
    pieces: [...partsOfSentences, '. ', '“', '”', '1 ', 'The node refused. '],
    prefixes: partsOfSentences,
    parse: translate,
  },
  'log in a problem report': {
    most: 128 * KiB,
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
    most: 64 * KiB,
    pieces: ['.', ' ', '\u200e', 'con.', '. ', '𝒜', '/'],
    parse: safeFileName,
  },
  'link into the app, and arguments': {
    most: 32 * KiB,
    pieces: ['/', '%41', '.', ':', '-', '--set=', '='],
    prefixes: ['alcove://peer/', 'alcove://content/', '--set=a.b='],
    parse: (text) => [pathOfLink(text), readArguments(['app', text, text], '/app', '/')],
  },
  'address and amounts that are typed': {
    most: 64 * KiB,
    pieces: ['127.', '.', '1', ' ', ',', ':'],
    prefixes: ['127.', 'https://', '1'],
    parse: (text) => [toNodeOrigin(text), readWithUnit(text, byteUnits)],
  },
};
