import { expect, test } from 'vitest';
import { ContentId, contentIdOf, parseContentId } from '../../src/core/content-id.ts';

/** The bytes `hello`; spellings from an independent implementation. */
const hex = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const canonical = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq';

const spellings = {
  canonical,
  hex,
  'hex in capitals': hex.toUpperCase(),
  'base58 of the hash': '42TEXg1vFAbcJ65y7qdYG9iCPvYfy3NDdVLd75akX2P5',
  base2: `0${[...Buffer.from(`01551220${hex}`, 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`,
  base8: '7002524221002636223335137541214161156407312542671705170330541713407723502274714041466122342714044',
  base10: '92588232968471493110081159850829715982527286313860443812639835560839125088232803112996',
  base16: `f01551220${hex}`,
  base16upper: `F01551220${hex.toUpperCase()}`,
  base32upper: canonical.toUpperCase(),
  base32pad: `c${canonical.slice(1)}======`,
  base32hex: 'v05ah481cu96rkntgkc72dq1r5b2rjoku3cb1sn0vkt15sso46dh972so4g',
  base32z: 'hyfktrebc6jg5wz7owc8np4b5fmn5uaw6dcmbhzy9w7bfhhargptj8nharo',
  base36: 'k2cwue9rqdypmt3thjky14z1tk9fi9f0o5w7b3ofitdewlcf87lismqs',
  base58btc: 'zb2rhZfjRh2FHHB2RkHVEvL2vJnCTcu7kwRqgVsf9gpkLgteo',
  base58flickr: 'ZA2RGyEJqG2fhhb2qKhueVk2ViMcsBU7KWqQFuSE9FPKkFTDN',
  base64: 'mAVUSICzyTbpfsKMOJug7KsW54p4bFh5cH6dCXnMEM2KTi5gk',
  base64url: 'uAVUSICzyTbpfsKMOJug7KsW54p4bFh5cH6dCXnMEM2KTi5gk',
  base256emoji: '🚀🪐👀💻😅💪👐🙈🤓🥳🍓🎁🌏💖🌴🤷😆💸🍺💆🐶🙏😂😘😡👍❌💚👊🌈🌌😎👉😫💀🤫🥰',
};

test.each(Object.entries(spellings))('parses a content id in %s', (_, text) => {
  const id = parseContentId(text);
  expect(id.hex).toBe(hex);
  expect(id.toString()).toBe(canonical);
});

test('gives empty bytes the same id as IPFS tools', () => {
  const sha256 = Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex');
  expect(contentIdOf(sha256)).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku');
});

test('parses 32 zero bytes in base58 and in hex', () => {
  const zeros = Buffer.alloc(32);
  expect(parseContentId('1'.repeat(32)).sha256).toEqual(zeros);
  expect(parseContentId('0'.repeat(64)).sha256).toEqual(zeros);
});

test.each([
  ['another codec (dag-pb)', 'bafybeibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'],
  [
    'another hash (sha2-512)',
    'bafkrgqgpqpqtk7xpxc67cvbikdlg3aah2yqoibilk4k5za7uveq5g3hjzzd5buj4lwc7fmh7qmmnfb365qxwhojrxvduc6ubuu4de6xze7nd4',
  ],
  ['a CIDv0', 'QmRN6wdp1S2A5EtjW9A3M1vKSBuQQGcgvuhoMUoEz4iiT5'],
])('rejects %s as a content id of an unsupported kind', (_, text) => {
  expect(() => parseContentId(text)).toThrow(expect.objectContaining({ code: 'unsupported_content_id' }));
});

test.each([
  ['nothing', ''],
  ['a word', 'hello'],
  ['a path', '../../etc/passwd'],
  ['63 hex digits', hex.slice(1)],
  ['65 hex digits', `${hex}0`],
  ['a digit outside of hex', `g${hex.slice(1)}`],
  ['a letter outside of base32', `${canonical.slice(0, -1)}1`],
  ['a truncated CID', canonical.slice(0, -1)],
  ['a longer CID', `${canonical}aa`],
  ['bits left over at the end', `${canonical.slice(0, -1)}r`],
  ['surrounding spaces', ` ${canonical} `],
  ['base58 of 31 bytes', 'gkZ4n6CA6oMgfmAzjjiXAgEumksyCQqdMvPEACGkWK'],
  ['base64 without its prefix', 'LPJNul+wow4m6DsqxbninhsWHlwfp0Jec wQzYpOLmCQ='],
  ['an unknown prefix', `!${canonical.slice(1)}`],
  ['the identity base, which is not text', `\0\x01\x55\x12\x20${'a'.repeat(32)}`],
  ['a lone surrogate', '\ud83d'],
  ['a very long number', `9${'1'.repeat(1_000_000)}`],
  ['very long base58', `z${'z'.repeat(1_000_000)}`],
  ['padding in a base without it', `${canonical}=`],
])('rejects %s as a content id', (_, text) => {
  expect(() => parseContentId(text)).toThrow(expect.objectContaining({ code: 'invalid_content_id' }));
});

test('a content id has exactly 32 bytes', () => {
  expect(() => new ContentId(Buffer.alloc(31))).toThrow(RangeError);
});
