import fc from 'fast-check';
import { pino } from 'pino';
import type { Leader } from '../../src/core/concurrency/leader.ts';
import { ShareCompanionRepository } from '../../src/features/sharing/repository/share-companion-repository.ts';
import { ShareHostRepository } from '../../src/features/sharing/repository/share-host-repository.ts';
import { SharePartRepository } from '../../src/features/sharing/repository/share-part-repository.ts';
import { ShareRepository } from '../../src/features/sharing/repository/share-repository.ts';
import type { ShareableContent } from '../../src/features/sharing/send-content.ts';
import { SharingService, type SharingServiceOptions } from '../../src/features/sharing/sharing-service.ts';
import type { Commands } from '../../src/platform/sqlite/commands.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { JobCommands } from '../../src/platform/sqlite/job-commands.ts';

const hosts = ['https://a.example', 'https://b.example'];
const hashOf = (number: number): Buffer => Buffer.alloc(32, number);

const content = fc.nat(3);
const host = fc.nat(1);
export const sharingStep = fc.oneof(
  fc.record({ do: fc.constant('sign in' as const), host }),
  fc.record({ do: fc.constant('sign out' as const), host }),
  fc.record({
    ...{ do: fc.constant('share' as const), content, host, listed: fc.boolean() },
    whole: fc.option(fc.nat(1)),
  }),
  fc.record({ do: fc.constant('unshare' as const), content, host }),
  fc.record({ do: fc.constant('unshare collection' as const), content, host }),
  fc.record({ do: fc.constant('sent' as const), content, host }),
  fc.record({ do: fc.constant('removed' as const), content, host }),
);
export type SharingStep = typeof sharingStep extends fc.Arbitrary<infer T> ? T : never;

/** Contents 0 and 1 are collections; 3 is the cover of all others. */
const contentOf = (sha256: Buffer): ShareableContent | undefined => {
  const number = sha256[0] ?? 0;
  const about = { description: '', authors: [], hashtags: [], name: `${number}`, title: `${number}` };
  return number > 3
    ? undefined
    : {
        ...about,
        sha256,
        size: 10,
        contentType: 'text/plain',
        cover: number < 3 ? hashOf(3) : null,
        updatedAt: 1,
      };
};

const usable = { verifiedAt: 1, offeredKey: null, compatibility: 'compatible', capabilities: '[]' };

/** Opens sharing on a database without a transfer. */
export function openSharing(db: Db, commands: Commands) {
  const shares = new ShareRepository(db);
  const noLeader: Leader = { run: () => async () => {} };
  let now = 0;
  const service = new SharingService({
    ...{ shares, commands, leader: noLeader, clock: () => now, nodeSecret: Buffer.alloc(32, 1) },
    hosts: new ShareHostRepository(db),
    companions: new ShareCompanionRepository(db),
    parts: new SharePartRepository(db),
    peers: { get: () => usable, all: () => [] },
    contents: { find: contentOf, thumbnail: () => undefined, previewOf: () => undefined },
    encrypted: { partsOf: () => [], restrictedAs: () => undefined, hasKey: () => false },
    ...{ isPaused: () => false, onChange: () => {}, onTransfer: () => {}, note: () => {} },
    logger: pino({ level: 'silent' }),
  } as unknown as SharingServiceOptions);
  const job = new JobCommands(commands, 'sharing');
  return {
    ...{ service, shares, job, commands },
    setTime: (at: number) => {
      now = at;
    },
  };
}

/** Runs a step, and returns its refusal. */
export async function runSharingStep(
  { service, shares, job, commands, setTime }: ReturnType<typeof openSharing>,
  step: SharingStep,
  at: number,
): Promise<unknown> {
  setTime(at);
  const on = hosts[step.host] ?? '';
  const key = { sha256: hashOf('content' in step ? step.content : 0), host: on };
  const asLeader = job.isLeading ? job : commands;
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: Error) => error.message,
    );
  switch (step.do) {
    case 'sign in':
      return refusal(service.setPractice({ url: on, token: 'a token' }));
    case 'sign out':
      return refusal(service.signOut(on));
    case 'share': {
      const partOf =
        step.whole === null || !shares.get({ sha256: hashOf(step.whole), host: on })
          ? undefined
          : hashOf(step.whole);
      return refusal(service.share(key.sha256, { host: on, listed: step.listed, partOf }));
    }
    case 'unshare':
      return refusal(service.unshare(key.sha256, on));
    case 'unshare collection':
      return refusal(service.unshareCollection([key.sha256], on));
    case 'sent':
      return asLeader.run(() => {
        shares.uploading(key, null, 10);
        shares.markShared(key, at);
      });
    default:
      return asLeader.run(() => shares.markUnshared(key));
  }
}
