import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { networkId } from '../../../src/core/caller.ts';
import type { Commands } from '../../../src/platform/sqlite/commands.ts';
import { type Repositories, users } from './replica.ts';

const types = ['audio/mpeg', 'text/plain; charset=utf-8', 'image/png', 'application/octet-stream'];
const titles = ['Red song', 'Blue sóng', 'night-red', ''];
export const hashOf = (content: number) => createHash('sha256').update(`content ${content}`).digest();

const begun = { beganAt: 0, asked: true, finishedAt: null, notBefore: 0 };

const uploadId = ({ content }: { content: number }) => `upload ${content}`;

const anyContent = fc.nat(4);
const step = <const Kind extends string, More extends object>(
  kind: Kind,
  more: { [Name in keyof More]: fc.Arbitrary<More[Name]> },
) => fc.tuple(anyContent, fc.record<More>(more)).map(([content, given]) => ({ do: kind, content, ...given }));

export const randomStep = fc.oneof(
  {
    weight: 5,
    arbitrary: step('add', {
      user: fc.constantFrom(...users),
      type: fc.nat(3),
      isEncrypted: fc.boolean(),
      max: fc.integer({ min: 2, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: step('copy', { type: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: step('edit', {
      title: fc.constantFrom(...titles),
      authors: fc.uniqueArray(fc.constantFrom('Ann Li', 'Bob'), { maxLength: 2 }),
      cover: fc.option(anyContent),
      published: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: step('leave', { user: fc.constantFrom(...users) }) },
  { weight: 1, arbitrary: step('yield', { user: fc.constantFrom(...users) }) },
  { weight: 1, arbitrary: step('evict', { mayGo: fc.boolean() }) },
  { weight: 2, arbitrary: step('remove', {}) },
  { weight: 1, arbitrary: step('block', { reason: fc.constantFrom('why', 'because') }) },
  { weight: 1, arbitrary: step('unblock', {}) },
  { weight: 3, arbitrary: step('trash', {}) },
  { weight: 2, arbitrary: step('restore', {}) },
  { weight: 1, arbitrary: step('purge', {}) },
  { weight: 1, arbitrary: step('hide', {}) },
  { weight: 1, arbitrary: step('show', {}) },
  { weight: 1, arbitrary: step('pin', { pinned: fc.boolean(), part: fc.nat(3) }) },
  { weight: 1, arbitrary: step('subscribe', { subscribed: fc.boolean() }) },
  { weight: 1, arbitrary: step('use', {}) },
  { weight: 1, arbitrary: step('damage', { problem: fc.constantFrom('missing', 'damaged') }) },
  { weight: 1, arbitrary: step('repair', { isDone: fc.boolean() }) },
  { weight: 1, arbitrary: step('check', {}) },
  { weight: 1, arbitrary: step('forget', {}) },
  { weight: 2, arbitrary: step('restrict', { user: fc.constantFrom(...users) }) },
  { weight: 1, arbitrary: step('sell', {}) },
  { weight: 2, arbitrary: step('unrestrict', {}) },
  {
    weight: 3,
    arbitrary: step('put key', {
      key: fc.nat(1),
      type: fc.nat(3),
      origin: fc.constantFrom('author', 'deposit', 'delivery'),
      isDeposit: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: step('set size', { size: fc.nat(9) }) },
  { weight: 1, arbitrary: step('remove key', {}) },
  { weight: 1, arbitrary: step('open collection', { parts: fc.uniqueArray(anyContent, { maxLength: 3 }) }) },
  { weight: 1, arbitrary: step('sell parts', { part: anyContent }) },
  { weight: 2, arbitrary: step('begin', { user: fc.constantFrom(...users) }) },
  { weight: 3, arbitrary: step('append', { from: fc.nat(3), size: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: step('finish', { from: fc.nat(3) }) },
  { weight: 1, arbitrary: step('reopen', {}) },
  { weight: 1, arbitrary: step('abandon', {}) },
  { weight: 1, arbitrary: step('fail', {}) },
);

export type Step = typeof randomStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs one command, and returns its result or the message of its error. @param at the time */
export const runStep = (
  on: Repositories & { commands: Commands },
  given: Step,
  at: number,
): Promise<unknown> => runCommand(on, given, at).catch((error: Error) => error.message);

async function runCommand(
  on: Repositories & { commands: Commands },
  given: Step,
  at: number,
): Promise<unknown> {
  const { contents, trash, blocks, hidden, copies, damages, restrictions, uploads, keys, sold, commands } =
    on;
  const sha256 = hashOf(given.content);
  switch (given.do) {
    case 'add':
    case 'copy': {
      const user = given.do === 'add' ? given.user : networkId;
      const isEncrypted = given.do === 'add' && given.isEncrypted;
      const { addition, inserted } = await contents.add(
        {
          sha256,
          size: 100 + given.content,
          contentType: types[given.type] as string,
          name: `file ${given.content}.bin`,
          title: `File ${given.content}`,
          uploadedBy: user,
          createdAt: at,
          checksums: Buffer.from([0, 255, given.content]),
          ...(isEncrypted && { registrant: { network: 'testnet', wallet: 'a wallet' } }),
          ...(user === networkId && {
            copy: {
              host: 'https://far.example',
              description: 'A night',
              authors: ['Ann Li'],
              hashtags: ['x'],
            },
          }),
        },
        {
          checkSpace: () => {
            if (given.do === 'add' && contents.totals().contents >= given.max) throw new Error('full');
          },
        },
      );
      return { addition, inserted };
    }
    case 'edit':
      return contents.edit(
        sha256,
        () => {
          const { title, authors, cover, published } = given;
          const edits = { title, authors, published, description: title, hashtags: authors };
          return { ...edits, cover: cover === null ? null : hashOf(cover) };
        },
        at,
      );
    case 'leave':
      return contents.removeOwner(sha256, given.user, at);
    case 'yield':
      return trash.addFor(given.user, sha256, at);
    case 'evict':
      return contents.evict(sha256, () => given.mayGo);
    case 'remove':
      return contents.remove(sha256);
    case 'block':
      return blocks.add({ sha256, reason: given.reason, blockedAt: at });
    case 'unblock':
      return blocks.remove(sha256);
    case 'trash':
      return trash.add(sha256, at);
    case 'restore':
      return trash.restore(sha256);
    case 'purge':
      return trash.remove(sha256);
    case 'hide':
      return hidden.hide(sha256);
    case 'show':
      return hidden.show(sha256);
    case 'pin':
      return given.pinned ? copies.pin(sha256, [hashOf(given.part)]) : copies.unpin(sha256);
    case 'subscribe':
      return copies.setSubscribed([sha256], given.subscribed);
    case 'use':
      return copies.noteUses(new Map([[given.content, at]]));
    case 'damage':
      return damages.add({ sha256, problem: given.problem, at });
    case 'repair':
      if (given.isDone) return damages.markIntact(sha256, at);
      await damages.notAfter(at);
      return damages.failed({ sha256, nextAttempt: at + 5, message: null });
    case 'check':
      return on.checks.write({ ...begun, after: sha256, verified: at }, [{ sha256, at }]);
    case 'forget':
      return on.pictures.forget(sha256);
    case 'restrict':
      return restrictions.restrict(sha256, given.user, 0);
    case 'sell':
      await restrictions.beginJob(sha256, 'job', at);
      await restrictions.setEncrypted(sha256, hashOf(at), 'job', at);
      await restrictions.setRegistered(hashOf(at), at);
      return restrictions.unlistRestricted(at);
    case 'unrestrict':
      return restrictions.unrestrict({ plain: sha256, begunAt: 0 }, at);
    case 'put key': {
      const { key, type, origin, isDeposit } = given;
      const [contentType, keyHash] = [types[type] as string, Buffer.from([key])];
      const row = { encrypted: sha256, plain: hashOf(9), plainSize: 0, contentType, key: keyHash, keyHash };
      const isNew = () => !keys.get(sha256)?.keyHash.equals(keyHash);
      return keys.put({ ...row, origin, createdAt: at }, isDeposit ? isNew : undefined);
    }
    case 'set size':
      return keys.setSize(sha256, given.size);
    case 'remove key':
      return keys.removeUnused(sha256);
    case 'open collection': {
      const key = Buffer.from([at]);
      const about = { title: '', contentType: types[0] as string, plainSize: 1, durationMs: null };
      const parts = given.parts.map((part) => ({ ...about, part: hashOf(part), key, keyHash: key }));
      return sold.put(sha256, hashOf(at), parts);
    }
    case 'sell parts':
      return sold.putParts(sha256, [hashOf(given.part)]);
    case 'begin': {
      const { user } = given;
      const row = { id: uploadId(given), principal: `user:${user}`, userId: user, size: 0, lastPartAt: at };
      return uploads.add({ ...row, fileName: null, declaredType: null }, 2);
    }
    case 'append':
      return uploads.grow({ id: uploadId(given), size: given.from }, given.from + given.size, at);
    case 'finish':
      return uploads.complete({ id: uploadId(given), size: given.from }, sha256, at);
    case 'reopen':
      return uploads.reopen(uploadId(given), at);
    case 'abandon':
      return uploads.remove(uploadId(given));
    case 'fail':
      return commands.run(() => {
        contents.rows.remove(sha256);
        throw new Error('refused');
      });
  }
}
