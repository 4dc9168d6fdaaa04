import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChainIndexRepository } from '../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../src/features/chain/indexer/platform-repository.ts';
import { GivenLicences } from '../../src/features/market/given-licences.ts';
import { LicenceDecisionRepository } from '../../src/features/market/repository/licence-decisions.ts';
import { ChainLicenceRepository } from '../../src/features/market/repository/licence-repository.ts';
import { DeliveryRepository } from '../../src/features/purchases/repository/delivery-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { person } from '../chain/contracts/support/people.ts';
import { withoutTextUsage } from '../support/node/earlier-schema.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const me = person('me');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

let folder: string;
let db: Db;
let index: ChainIndexRepository;
let decisions: LicenceDecisionRepository;
let platform: number;
const open = () => {
  db = openTestDatabase(join(folder, 'alcove.db'));
  index = new ChainIndexRepository(db);
  decisions = new LicenceDecisionRepository(db);
  platform = new ChainPlatformRepository(db).idOf('testnet', person('platform'));
};
beforeEach(() => {
  folder = temporaryFolder();
  open();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function content(name: string): number {
  const address = person(name);
  index.addContent(platform, {
    ...{
      index: 0,
      address,
      owner: person('author'),
      sender: person('author'),
      price: 5n,
      resalePrice: 7n,
      allowResale: true,
    },
    ...{ downloadable: true, withdrawn: false, royalties: [], createdAt: 1, sha256: sha256(name) },
    ...{ index: createHash('md5').update(name).digest().readUInt32BE(0), cover: undefined, size: 1 },
    ...{ keyHash: sha256(`key of ${name}`), contentType: 'audio/mpeg', title: name, description: '' },
    ...{ authors: [], hashtags: [] },
  });
  return index.content(platform, address)?.id ?? 0;
}

const licenceOf = (of: string, at = 0) => person(`licence ${at} of ${of}`);
function issue(of: string, id: number, owner = me, at = 0): string {
  const address = licenceOf(of, at);
  index.issueLicence(platform, {
    address,
    content: id,
    index: at,
    kind: 'listen',
    owner,
    price: 7n,
    issuedAt: at,
    deliverTo: null,
    lt: 1n,
    transactionHash: sha256(address),
  });
  return address;
}

describe('licences from before the update', () => {
  const asBefore = () => {
    db.exec(
      `${withoutTextUsage} DROP TABLE licence_decisions; DROP TABLE first_looks; PRAGMA user_version = 17`,
    );
    db.close();
  };
  const order = (
    kind: string,
    of: string,
    { user = 'owner', state = 'confirmed', target = person(of) } = {},
  ) =>
    db
      .prepare(
        `INSERT INTO intents (query_id, network, platform, user, kind, state, recipient, target, purpose, terms, licence,
           title, amount, message, send_mode, created_at, valid_until, transaction_hash)
         VALUES (?, 'testnet', ?, ?, ?, ?, ?, ?, '', '', 'listen', '', 1, x'', 3, 1, 1, ?)`,
      )
      .run(`${kind} ${of}`, person('platform'), user, kind, state, me, target, sha256(licenceOf(of)));
  const deliver = (of: string) => {
    db.prepare('INSERT INTO deliveries (platform, licence_address, sealed_sha256) VALUES (?, ?, ?)').run(
      platform,
      licenceOf(of),
      sha256(of),
    );
  };

  it('are accepted if delivered, ordered if ordered, and wait otherwise', () => {
    const names = ['delivered', 'bought', 'resold', 'expired', 'of a visitor', 'given'];
    for (const name of names) issue(name, content(name));
    deliver('delivered');
    order('purchase', 'bought');
    order('buy_offer', 'resold', { target: licenceOf('resold') });
    order('purchase', 'expired', { state: 'expired' });
    order('purchase', 'of a visitor', { user: 'visitor' });
    asBefore();
    open();
    expect(names.map((name) => decisions.of(platform, licenceOf(name)))).toEqual([
      ...['accepted', 'ordered', 'ordered'],
      ...[undefined, undefined, undefined],
    ]);
    expect(decisions.counts(platform, [me])).toEqual({ kept: 3, given: 3, declined: 0, found: 0 });
    const wanted = new DeliveryRepository(db).incomplete({ network: 'testnet', platform, owners: [me] });
    expect(wanted.map(({ licence }) => licence).sort()).toEqual(
      ['bought', 'delivered', 'resold'].map((name) => licenceOf(name)).sort(),
    );
    // An update adds no decisions.
    decisions.markIndexed(platform, [me]);
    expect(decisions.counts(platform, [me])).toMatchObject({ found: 0 });
  });

  it('are also accepted when file, key and receipt are stored', () => {
    issue('song', content('song'));
    db.prepare(`INSERT INTO content_keys VALUES (?, NULL, 1, 'audio/mpeg', x'00', ?, 'delivery', 1)`).run(
      sha256('song'),
      sha256('key of song'),
    );
    db.prepare("INSERT INTO receipts VALUES ('testnet', ?, '{}', 1)").run(licenceOf('song'));
    db.prepare(
      `INSERT INTO contents (sha256, size, content_type, name, created_at, uploaded_by) VALUES (?, 1, '', '', 1, 'owner')`,
    ).run(sha256('song'));
    asBefore();
    open();
    expect(decisions.of(platform, licenceOf('song'))).toBe('accepted');
  });
});

it('lists ten thousand licences from unknown senders in pages, with one line in the log', () => {
  decisions.markIndexed(platform, [me]);
  let lines = 0;
  const gifts = new GivenLicences({
    decisions,
    platform,
    owners: () => [me],
  });
  const id = content('spam');
  const transactionHash = sha256('a transaction');
  const purchase = { queryId: 1n, content: person('spam'), at: 1, transactionHash, kind: 'listen' } as const;
  const meet = (at: number, isOrdered = false) => {
    const licence = issue('spam', id, me, at);
    if (gifts.note({ ...purchase, type: 'licence_issued', licence, owner: me, price: 0n }, isOrdered))
      lines += 1;
    return licence;
  };
  db.transaction(() => {
    for (let at = 0; at < 10_000; at += 1) meet(at);
  })();
  expect(lines).toBe(1);
  meet(10_000, true);
  expect(decisions.counts(platform, [me])).toEqual({ kept: 1, given: 10_000, declined: 0, found: 0 });
  const licences = new ChainLicenceRepository(db);
  expect(licences.ofOwners(platform, [me], 'given', { limit: 100 })).toHaveLength(100);
  expect(licences.ofOwners(platform, [me], 'kept', { limit: 100 })).toHaveLength(1);
  const incomplete = new DeliveryRepository(db).incomplete({ network: 'testnet', platform, owners: [me] });
  expect(incomplete).toHaveLength(1);
});

it('asks again for a licence that returns from another owner, but not between own wallets', () => {
  const id = content('song');
  const licence = issue('song', id);
  decisions.order({ platform, licence, owner: me });
  const mine = [me, person('my other wallet')];
  index.moveLicence(platform, licence, { owner: person('my other wallet'), deliverTo: null, lt: 2n });
  decisions.forgetMoved(platform, mine);
  expect(decisions.of(platform, licence)).toBe('ordered');
  // A wallet that is no longer linked has sold nothing.
  index.moveLicence(platform, licence, { owner: me, deliverTo: null, lt: 3n });
  decisions.forgetMoved(platform, []);
  expect(decisions.of(platform, licence)).toBe('ordered');
  index.moveLicence(platform, licence, { owner: person('somebody'), deliverTo: null, lt: 4n });
  decisions.forgetMoved(platform, mine);
  index.moveLicence(platform, licence, { owner: me, deliverTo: null, lt: 5n });
  expect(decisions.of(platform, licence)).toBeUndefined();
});
