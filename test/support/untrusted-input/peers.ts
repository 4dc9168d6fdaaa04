import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginCell, Cell } from '@ton/core';
import { soldCollectionLimits } from '../../../src/contract/collections/manifest.ts';
import { parseStrictJson } from '../../../src/core/strict-json.ts';
import { dearmor } from '../../../src/crypto/age/armor.ts';
import { decodeBase64 } from '../../../src/crypto/age/base64.ts';
import { maxHeaderBytes, parseHeader } from '../../../src/crypto/age/header.ts';
import { AgeRecipient } from '../../../src/crypto/age/keys/x25519.ts';
import { canonicalJson } from '../../../src/crypto/canonical-json.ts';
import { decodeBase58, identityFromSeed } from '../../../src/crypto/identity.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import { verifyPlatform } from '../../../src/features/chain/contracts/generations/verify-platform.ts';
import { onChainMetadata } from '../../../src/features/chain/contracts/metadata.ts';
import { contentFacts } from '../../../src/features/chain/indexer/content-facts.ts';
import { readRemoteEntry } from '../../../src/features/discovery/remote-entry.ts';
import { readContentType, readFileName } from '../../../src/features/fetch/response-headers.ts';
import { verifyReceipt } from '../../../src/features/licensing/receipt.ts';
import { readSoldCollection } from '../../../src/features/licensing/sold-collections/sold-collection-file.ts';
import { compareVersions } from '../../../src/features/peers/handshake/compatibility.ts';
import { verifyProblem } from '../../../src/features/peers/handshake/handshake-problem.ts';
import { createRequest, verifyRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { verifyResponse } from '../../../src/features/peers/handshake/handshake-response.ts';
import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';
import { readManifest } from '../../../src/features/recovery/backup/backup-folder.ts';
import { readRecoveryDocument } from '../../../src/features/recovery/recovery-file.ts';
import { parseNodeUrl } from '../../../src/platform/net/node-url.ts';
import { parsePublicHost } from '../../../src/platform/net/public-host.ts';
import {
  headers,
  type InputParser,
  jsonPieces,
  KiB,
  latin1,
  peerAnswer,
  requestBody,
} from './input-parser.ts';

const identity = identityFromSeed(Buffer.alloc(32, 1));

/** Returns an item of a list of contents with this text in every field. */
const metadataOf = (text: string) => ({
  content_id: `bafkrei${'a'.repeat(52)}`,
  size: 1,
  ...{ content_type: text, title: text, description: text, owner: text, cover_id: text, created_at: text },
  ...{ authors: text.split(' '), hashtags: [text] },
});

/** Returns on-chain metadata with this text in every field. */
function onChain(text: string): Cell {
  const names = ['name', 'description', 'authors', 'hashtags', 'content_type', 'size', 'key_hash'];
  return onChainMetadata({
    ...Object.fromEntries(names.map((name) => [name, text])),
    content_id: `bafkrei${'a'.repeat(52)}`,
    image_id: text.slice(0, 1000),
  });
}

function manifest(text: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-manifest-'));
  try {
    writeFileSync(join(folder, 'manifest.json'), text);
    return readManifest(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parsers of data from other nodes, chains and files. */
export const peerParsers: Record<string, InputParser> = {
  'strict JSON and its canonical form': {
    max: peerAnswer,
    pieces: [...jsonPieces, '{"b":[', '-1.5E+1,', '"\\ud800"'],
    prefixes: ['{"a":"', '[', '{"a":['],
    parse: (text) => canonicalJson(parseStrictJson(text) as object),
  },
  'canonical form of many names': {
    max: 64 * KiB,
    parse: (text) => {
      const names = text.match(/.{1,5}/gs) ?? [];
      const document = Object.fromEntries(names.map((name, at) => [`${name}${at}`, [name]]));
      return canonicalJson(parseStrictJson(JSON.stringify(document)) as object);
    },
  },
  'handshake request': {
    max: 64 * KiB,
    pieces: jsonPieces,
    parse: (body) => verifyRequest(body, { now: 0, ownPublicKey: identity.id, nonces: new NonceCache() }),
  },
  'handshake request with such fields': {
    max: 16 * KiB,
    parse: (text) => {
      const description = { version: text, public_host: text, capabilities: [text], metrics: { a: text } };
      const request = createRequest(identity, description as never, { now: 0, nonce: text.slice(0, 32) });
      return verifyRequest(JSON.stringify(request), { now: 0, ownPublicKey: '', nonces: new NonceCache() });
    },
  },
  'answer to a handshake': {
    max: peerAnswer,
    pieces: jsonPieces,
    parse: (body) =>
      verifyResponse({ signature: 'a' } as never, body, { now: 0, expectedHost: 'https://a.example' }),
  },
  'problem of a handshake': {
    max: peerAnswer,
    pieces: jsonPieces,
    parse: (body) => verifyProblem('{}', body),
  },
  'version of a node': {
    max: peerAnswer,
    pieces: ['1.', '0', '-'],
    parse: (text) => compareVersions('1.0.0', text),
  },
  'public host': {
    max: peerAnswer,
    pieces: ['.', ':', '0x', '%'],
    prefixes: ['https://'],
    parse: parsePublicHost,
  },
  'address of a node': {
    max: requestBody,
    pieces: ['.', '127', '://', ' '],
    prefixes: ['127'],
    parse: parseNodeUrl,
  },
  'base58 of a key': { max: peerAnswer, pieces: ['1', 'z'], parse: (text) => decodeBase58(text, 64) },
  'item of a list of contents': {
    max: peerAnswer,
    pieces: [' ', '#', 'a/a;', ';', '\u200b', '\r\n'],
    prefixes: ['a/a', '# '],
    parse: (text) => readRemoteEntry(metadataOf(text), 0),
  },
  'headers of an answer': {
    max: headers,
    pieces: [';', ' ', '\\"', "filename*=UTF-8''%41", 'a=b;', '"', '/'],
    prefixes: ['attachment; filename="', 'attachment', "attachment; filename*=UTF-8''"],
    parse: (text) => [readFileName(text), readContentType(text)],
  },
  'metadata on the chain': {
    max: 8 * KiB,
    pieces: ['\r\n', ' ', '#', '"a",', '[', '\u200b', '\\', 'a/a;'],
    prefixes: ['a/a', '["', '['],
    parse: (text) => contentFacts(onChain(text)),
  },
  'cells that anybody made': {
    max: 64 * KiB,
    pieces: ['\x00', '\x01', '\x80', '\xff'],
    prefixes: ['\xb5\xee\x9c\x72\x01\x01', '\xb5\xee\x9c\x72\x41\x02'],
    parse: (text) => Cell.fromBoc(latin1(text)).map(contentFacts),
  },
  'cells within cells': {
    max: 64 * KiB,
    parse: (text) => {
      let cell = beginCell().endCell();
      for (let at = 0; at < Math.min(text.length, 1000); at += 1)
        cell = beginCell()
          .storeUint(text.charCodeAt(at) & 255, 8)
          .storeRef(cell)
          .endCell();
      return Cell.fromBoc(cell.toBoc()).map(contentFacts);
    },
  },
  'state of a platform': {
    max: 64 * KiB,
    prefixes: ['\xb5\xee\x9c\x72\x01\x01'],
    parse: (text) =>
      verifyPlatform(`0:${'0'.repeat(64)}`, { code: codes.platform.toBoc(), data: latin1(text) }),
  },
  'list of a sold collection': {
    max: soldCollectionLimits.bytes,
    pieces: jsonPieces,
    prefixes: ['{"alcove_sold_collection":1,"keys":[', '{"manifest":{"entries":['],
    parse: (text) => readSoldCollection(Buffer.from(text)),
  },
  receipt: { max: 4 * KiB, pieces: jsonPieces, parse: (text) => verifyReceipt(Buffer.from(text)) },
  'recovery file': {
    max: peerAnswer,
    pieces: jsonPieces,
    prefixes: ['{"settings":{"a":', '{"alcove_version":"1', '{"rows":['],
    parse: (text) => readRecoveryDocument(Buffer.from(text)),
  },
  'manifest of a backup': { max: peerAnswer, pieces: jsonPieces, prefixes: ['{"files":['], parse: manifest },
  'header of an age file': {
    max: maxHeaderBytes,
    pieces: ['-> a\n', ' a', '\n', '-> ', '---', 'YQ', '='],
    prefixes: ['age-encryption.org/v1\n', 'age-encryption.org/v1\n-> '],
    parse: (text) => parseHeader(latin1(`${text.slice(0, maxHeaderBytes - 10)}\n--- YQ\n`)),
  },
  'age file as text': {
    max: requestBody,
    pieces: ['\r\n', '\n', 'YQ==', '-', ' '],
    prefixes: ['-----BEGIN AGE ENCRYPTED FILE-----\n'],
    parse: dearmor,
  },
  'bech32 and base64 of keys': {
    max: requestBody,
    pieces: ['1', 'q', '='],
    prefixes: ['age1'],
    parse: (text) => [decodeBase64(text), AgeRecipient.parse(text)],
  },
};
