import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import type { EncryptedShares } from './encrypted-shares.ts';
import type { ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ShareableContent } from './send-content.ts';

export interface ShareRecords {
  shares: ShareRepository;
  encrypted: EncryptedShares;
  clock: Clock;
}

type Place = Pick<ShareRow, 'host' | 'listed' | 'way' | 'isPart'>;

/** Host and options of a publication. */
export interface ShareOptions {
  host: string;
  listed: boolean;
  /** The content whose thumbnail stands for this one if it has no cover. Default: itself. */
  pictureOf?: Buffer | undefined;
  /** The manifest of the collection with which it is shared; default: it is shared by itself. */
  partOf?: Buffer | undefined;
}

/** A registered content that its seller wants to share on a public node. */
export interface RegisteredShare {
  sha256: Buffer;
  host: string;
  title: string;
}

/** Records that a content is to be shared, or changes how; returns its former share. */
export function recordShare(
  { shares, encrypted, clock }: ShareRecords,
  { sha256, title, name, size }: ShareableContent,
  { host, way, ...asked }: Place,
): ShareRow | undefined {
  const row = shares.get({ sha256, host });
  const hasKey = encrypted.hasKey(sha256);
  const { listed, isPart } = withFormer(asked, row);
  // A shared content stays with its account, because no other one can unshare it.
  if (row?.state === 'waiting' || row?.state === 'shared') {
    const keyState = row.keyState !== 'deposited' && hasKey ? 'waiting' : row.keyState;
    shares.update(row, { listed, isPart, keyState, isCompanion: false, message: null });
    shares.outdate(row);
  } else {
    const keyState = hasKey ? 'waiting' : 'none';
    const about = { name: title || name, size, askedAt: clock() };
    shares.add({ sha256, host, way, listed, isPart, keyState, ...about });
  }
  return row;
}

/** Returns how a content is shared; sharing a collection does not change how its contents were shared by themselves. */
function withFormer(asked: Pick<Place, 'listed' | 'isPart'>, row: ShareRow | undefined): typeof asked {
  if (!asked.isPart || !row || row.state === 'withdrawing' || row.isCompanion) return asked;
  if (!row.isPart) return row;
  return { isPart: true, listed: row.listed || asked.listed };
}

/** Records that a sold content cannot be shared because it was deleted here; an existing share stays. */
export function recordDeleted(
  { shares, clock }: ShareRecords,
  { sha256, host, title }: RegisteredShare,
): void {
  const share = { sha256, host };
  if (shares.get(share)) return;
  const about = { listed: true, name: title, size: 0, keyState: 'none' } as const;
  shares.add({ ...share, ...about, way: 'wallet', askedAt: clock() });
  shares.update(share, { state: 'failed', message: message('sharing.goneBeforeShared') });
}

/**
 * Returns a notice about sold contents that buyers cannot get from a host yet, because only the seller can send them
 * there.
 */
export function shareNotices(shares: Pick<ShareRepository, 'unsent'>): Notice[] {
  const unsent = shares.unsent();
  const waiting = unsent.filter(({ message: why }) => why?.reason === 'sharing.signInToShare');
  const deleted = unsent.filter(({ message: why }) => why?.reason === 'sharing.goneBeforeShared');
  const notice = (
    code: string,
    [first]: readonly ShareRow[],
    what: 'sharing.signInNotice' | 'sharing.goneNotice',
  ): Notice[] =>
    first
      ? [
          {
            code,
            severity: 'warning',
            message: message(what, { name: first.name, host: new URL(first.host).host }),
          },
        ]
      : [];
  return [
    ...notice('share_sign_in', waiting, 'sharing.signInNotice'),
    ...notice('share_gone', deleted, 'sharing.goneNotice'),
  ];
}
