import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { NodeError } from '../../../src/core/node-error.ts';
import type { Registrant } from '../../../src/crypto/age/registrant.ts';
import { noChainRecords } from '../../../src/features/content/chain-records.ts';
import type { EncryptedFile } from '../../../src/features/licensing/encryption/encryption-state.ts';
import type { OrderEnd } from '../../../src/features/orders/order.ts';
import { OrderRepository } from '../../../src/features/orders/repository/order-repository.ts';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.ts';
import { type OpenContentOptions, openContent } from '../../content/open-content.ts';

export const user = 'user:1';
export const minuteMs = 60_000;

/** Opens stored contents with a clock and a chain that the test controls. */
export async function shop(options: OpenContentOptions = {}) {
  const world = { now: Date.now(), registered: new Set<string>() };
  const changes = new EventEmitter();
  const content = await openContent({
    onChange: () => changes.emit('change'),
    userQuotaBytes: 1e9,
    maxUploadBytes: 1e9,
    clock: () => world.now,
    chain: {
      ...noChainRecords,
      byFile: (sha256) => (world.registered.has(sha256.toString('hex')) ? registered : undefined),
    },
    ...options,
  });
  const commands = new GroupCommit(content.db);
  const orders = new OrderRepository(content.db, { network: 'embedded', platform: '0:p' }, commands);
  const store = async (bytes: Buffer, holder = user) => {
    const { content: stored } = await content.catalogue.store({
      ...{ source: Readable.from([bytes]), sizeHint: undefined, signal: new AbortController().signal },
      ...{ declaredType: 'audio/mpeg', fileName: 'song.mp3', uploadedBy: holder },
    });
    return stored.sha256;
  };
  /** Encrypts a file for sale; repeats the request, which takes 10 s at most, until the file is encrypted. */
  const encryptToEnd = (plain: Buffer, by?: Registrant): Promise<EncryptedFile> =>
    content.encryptions.encrypt(plain, user, by).catch((error: unknown) => {
      if (error instanceof NodeError && error.text.reason === 'licensing.encrypting') {
        return encryptToEnd(plain, by);
      }
      throw error;
    });
  return {
    ...content,
    world,
    store,
    encryptToEnd,
    /** Resolves during a file's encryption, in the turn in which its first bytes are read. */
    isEncrypting: (plain: Buffer) =>
      new Promise<void>((resolve) => {
        changes.on('change', () => {
          if ((content.encryptions.state(plain)?.done ?? 0) > 0) resolve();
        });
      }),
    /** Returns an order for a file in its current state. */
    order: async (sha256: Buffer) => {
      const order = await orders.add(() => ({
        ...{ user, kind: 'register', payWith: null, allowance: null, payer: null, recipient: null },
        ...{ queryId: `${Math.floor(Math.random() * 1e15)}`, target: '0:p', purpose: 'register', terms: '' },
        ...{
          sha256,
          shareHost: null,
          contentAddress: null,
          licence: null,
          title: '',
          price: 1n,
          amount: 1n,
          fees: 0n,
          sendMode: 3,
        },
        ...{ message: Buffer.alloc(0), createdAt: world.now, validUntil: world.now + 5 * minuteMs },
      }));
      if ('refusedBy' in order) throw new Error('refused');
      return (state: OrderEnd['state']) => {
        void orders.end(order.id, { state, at: world.now });
        commands.flush();
      };
    },
    has: (sha256: Buffer) => content.catalogue.find(sha256) !== undefined,
    publish: (sha256: Buffer) => content.service.edit(sha256, { published: true }),
    isRestricted: (sha256: Buffer) => content.licensed.restriction(sha256) !== undefined,
  };
}

export const registered = {
  ...{
    id: 1,
    index: 0,
    address: '0:c',
    owner: '0:o',
    sha256: undefined,
    cover: undefined,
    keyHash: undefined,
  },
  ...{ contentType: 'audio/mpeg', size: 1, title: '', description: '', authors: [], hashtags: [] },
  ...{ price: 1n, resalePrice: 0n, allowResale: false, downloadable: true, withdrawn: false, royalties: [] },
  ...{ createdAt: 0, updatedAt: 0 },
};
