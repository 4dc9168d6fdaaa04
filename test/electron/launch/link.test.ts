import { expect, test } from 'vitest';
import { pathOfLink } from '../../../electron/launch/link.ts';

const address = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

test.each([
  [`alcove://content/${address}`, `/item/${address}`],
  [`alcove://market/${address}`, `/item/${address}`],
  [`ALCOVE://market/0:${'ab'.repeat(32)}`, `/item/0%3A${'ab'.repeat(32)}`],
  [`alcove://content/${cid}/`, `/item/${cid}`],
  [`alcove://content/${'0f'.repeat(32)}`, `/item/${'0f'.repeat(32)}`],
  ['alcove://peer/node.example.org', '/node/peers?add=node.example.org'],
  ['alcove://peer/127.0.0.1:8471', '/node/peers?add=127.0.0.1%3A8471'],
  ['alcove://peer/[2001:db8::1]:443', '/node/peers?add=%5B2001%3Adb8%3A%3A1%5D%3A443'],
])('parses the link %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each([
  'alcove:',
  'alcove://',
  'alcove://content',
  'alcove://content/',
  `alcove://content/../wallet`,
  'alcove://content/%2e%2e%2fwallet',
  'alcove://content/%ff',
  `alcove://market/${cid}`,
  `alcove://market/${address}?buy=1`,
  `alcove://market/${address}#now`,
  `alcove://market/${address}/x`,
  `alcove://user:pass@market/${address}`,
  `alcove://market:1/${address}`,
  'alcove://wallet/send',
  'alcove://peer/evil.example.org/path',
  'alcove://peer/https:%2F%2Fevil.example.org',
  'alcove://peer/a b',
  'alcove://peer/<script>',
  `alcove://peer/${'a'.repeat(300)}`,
  'https://node.example.org/',
  'javascript:alert(1)',
])('rejects the link %s', (link) => {
  expect(pathOfLink(link)).toBeUndefined();
});
