import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { signReceipt } from '../../src/features/licensing/receipt.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type SellingNode, startSellingNode } from './selling-node.ts';
import { licenceAddress, type SoldSong, soldSong } from './sold-song.ts';

const stopping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
});

/** The node of a buyer, a node with false answers, and optionally an honest one. */
async function startNodes(song: SoldSong, isHonestThere = true) {
  const hostile = await startSellingNode(song, 1);
  const honest = isHonestThere ? await startSellingNode(song, 2) : undefined;
  const nodes = [hostile, ...(honest ? [honest] : [])];
  const buyer = await startReceiver(song, nodes);
  stopping.push(...nodes.map(({ stop }) => stop), buyer.stop);
  return { hostile, buyer };
}

const isHere = ({ delivery, receipt }: ReturnType<Receiver['state']>): boolean =>
  delivery?.state === 'here' && receipt;

const stranger = identityFromSeed(Buffer.alloc(32, 7));

const lies: [string, string, (song: SoldSong, node: SellingNode) => void][] = [
  [
    'returns another key',
    'doesn’t open this file',
    (_, node) => {
      node.changeKey = (given) => ({ ...given, secret: AgeIdentity.generate().secretKey() });
    },
  ],
  [
    'encrypts the key for another recipient',
    'can’t be decrypted',
    (_, node) => {
      node.changeKey = (given) => ({ ...given, recipient: AgeIdentity.generate().recipient.toString() });
    },
  ],
  [
    'returns a receipt signed with another key',
    'isn’t signed with its own key',
    (song, node) => {
      node.changeKey = (given) => ({ ...given, receipt: signReceipt(stranger, song.facts, Date.now()) });
    },
  ],
  [
    'signs a receipt in its own name with another key',
    'isn’t signed with its own key',
    (song, node) => {
      const { id } = node.identity;
      node.changeKey = (given) => ({
        ...given,
        receipt: signReceipt({ ...stranger, id }, song.facts, Date.now()),
      });
    },
  ],
  [
    'states another price than the chain',
    'doesn’t match the chain',
    (song, node) => {
      const facts = { ...song.facts, price: '1' };
      node.changeKey = (given) => ({ ...given, receipt: signReceipt(node.identity, facts, Date.now()) });
    },
  ],
  [
    'returns no receipt',
    'no receipt',
    (_, node) => {
      node.changeKey = (given) => ({ ...given, receipt: null });
    },
  ],
  [
    'returns something else',
    'answer is invalid',
    (_, node) => {
      node.handleKeyRequest = (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"key":["x"]}');
        return true;
      };
    },
  ],
];

describe('a request for a key', () => {
  it.each(lies)('skips a node that %s, and tries the next one', async (_, words, lie) => {
    const song = await soldSong();
    const { hostile, buyer } = await startNodes(song);
    lie(song, hostile);
    buyer.putLicence(buyer.own);
    await buyer.until(isHere);
    expect(buyer.misbehaved).toEqual([[hostile.host, expect.stringContaining(words)]]);
    expect(JSON.parse(buyer.delivery.receiptOf(licenceAddress) ?? '')).toMatchObject(song.facts);
    expect(buyer.content.keys.open(song.encrypted).secretKey()).toBe(song.identity.secretKey());
    expect(buyer.logged.join()).not.toContain('AGE-SECRET-KEY');
  });

  it('disconnects a node whose answer has no end', async () => {
    const song = await soldSong();
    const { hostile, buyer } = await startNodes(song);
    hostile.handleKeyRequest = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      endlessly(response);
      return true;
    };
    buyer.putLicence(buyer.own);
    await buyer.until(isHere);
  });

  it('is repeated to a node that denies the purchase, whose message is shown', async () => {
    const song = await soldSong();
    const { hostile, buyer } = await startNodes(song, false);
    let times = 0;
    hostile.handleKeyRequest = (_, response) => {
      times++;
      if (times > 1) return false;
      const problem = { code: 'licence_required', detail: 'Buy it.' };
      response.writeHead(402, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem));
      return true;
    };
    buyer.putLicence(buyer.own);
    const { delivery } = await buyer.until((state) => state.delivery?.message != null);
    expect(delivery).toMatchObject({
      state: 'waiting',
      message: { reason: 'licensing.sourceFailed', params: { why: { reason: 'licensing.licenceNotSeen' } } },
      // The file is already stored.
      received: song.file.length,
    });
    await buyer.until(isHere);
  });
});

describe('a request for the file', () => {
  const altered = (song: SoldSong): Buffer => {
    const bytes = Buffer.from(song.file);
    bytes[50_000] = (bytes[50_000] ?? 0) ^ 1;
    return bytes;
  };
  const send = (bytes: Buffer) => (response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);

  it.each<[string, (song: SoldSong) => SellingNode['sendFile']]>([
    ['alters one bit', (song) => send(altered(song))],
    ['truncates the end', (song) => send(song.file.subarray(0, -100))],
    ['appends bytes', (song) => send(Buffer.concat([song.file, Buffer.alloc(100)]))],
    [
      'sends without end',
      () => (response) => {
        response.writeHead(200);
        endlessly(response);
      },
    ],
  ])('%s: keeps nothing of it, and fetches it from the next one', async (_, lie) => {
    const song = await soldSong();
    const { hostile, buyer } = await startNodes(song);
    hostile.sendFile = lie(song);
    buyer.putLicence(buyer.own);
    expect((await buyer.until(isHere)).delivery).toMatchObject({ received: song.file.length });
    // This is known only after the file has arrived.
    await expect
      .poll(() => buyer.content.keys.find(song.encrypted)?.plainSize, { interval: 10 })
      .toBe(song.plain.length);
  });

  it('reports a file altered by the only node, and stores nothing', async () => {
    const song = await soldSong();
    const { hostile, buyer } = await startNodes(song, false);
    hostile.sendFile = send(altered(song));
    buyer.putLicence(buyer.own);
    const { delivery } = await buyer.until((state) => state.delivery?.message != null);
    expect(delivery).toMatchObject({ state: 'waiting', received: 0 });
    expect(buyer.content.catalogue.find(song.encrypted)).toBeUndefined();
  });
});

it('names an author with another key than that of the file as the cause, and stops retrying', async () => {
  const other = AgeIdentity.generate();
  const song = await soldSong({ key_hash: createHash('sha256').update(other.secretKey()).digest('hex') });
  const { hostile, buyer } = await startNodes(song, false);
  hostile.changeKey = (given) => ({ ...given, secret: other.secretKey() });
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => state.delivery?.state === 'failed');
  expect(delivery?.message?.reason).toBe('licensing.registeredKeyWrong');
});

it.each(['with the file', 'without the file'])(
  'does not replace the right key by one from a second registration whose licence is given away: %s',
  async (stored) => {
    const other = AgeIdentity.generate();
    const song = await soldSong({ key_hash: hashOf(other.secretKey()) });
    const { hostile, buyer } = await startNodes(song, false);
    hostile.changeKey = (given) => ({ ...given, secret: other.secretKey() });
    const { encrypted, plain, identity } = song;
    if (stored === 'with the file') {
      await buyer.content.catalogue.store({
        ...{ source: Readable.from([song.file]), sizeHint: undefined, signal: new AbortController().signal },
        ...{ declaredType: undefined, fileName: undefined, uploadedBy: 'owner' },
      });
    }
    const key = { plain: null, plainSize: plain.length, contentType: 'audio/mpeg', identity };
    await buyer.content.keys.put({ ...key, encrypted, origin: 'author' });
    buyer.putLicence(buyer.own);
    const { delivery } = await buyer.until((state) => state.delivery?.state === 'failed');
    expect(delivery?.message?.reason).toBe('licensing.registeredKeyWrong');
    expect(buyer.content.keys.open(encrypted).secretKey()).toBe(identity.secretKey());
    expect(hostile.asked).not.toContain('GET /api/v1/content.key');
  },
);

it('rejects an invalid key with a message although it is the registered one', async () => {
  const song = await soldSong({ key_hash: hashOf('no key') });
  const { hostile, buyer } = await startNodes(song, false);
  hostile.changeKey = (given) => ({ ...given, secret: 'no key' });
  buyer.putLicence(buyer.own);
  const { delivery } = await buyer.until((state) => state.delivery?.state === 'failed');
  expect(delivery?.message?.reason).toBe('licensing.registeredKeyWrong');
  expect(buyer.logged.join('')).not.toContain('could not be delivered');
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sends until the other side disconnects. */
function endlessly(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, ' ');
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}
