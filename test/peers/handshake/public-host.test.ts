import { expect, it } from 'vitest';
import { parsePublicHost } from '../../../src/platform/net/public-host.ts';

it.each([
  ['https://node.example.org', 'https://node.example.org'],
  ['http://node.example.org:8471', 'http://node.example.org:8471'],
  ['https://node.example.org:443', 'https://node.example.org'],
  ['http://node.example.org:80', 'http://node.example.org'],
  ['https://node.example.org:80', 'https://node.example.org:80'],
  ['HTTPS://Node.Example.ORG', 'https://node.example.org'],
  ['http://127.0.0.1:8471', 'http://127.0.0.1:8471'],
  ['http://[::1]:8471', 'http://[::1]:8471'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
])('accepts %s as a public host', (text, origin) => {
  expect(parsePublicHost(text)).toBe(origin);
});

it.each([
  '',
  'node.example.org',
  '//node.example.org',
  'https://',
  'https://node.example.org/',
  'https://node.example.org/path',
  'https://node.example.org?',
  'https://node.example.org?q=1',
  'https://node.example.org#',
  'https://user@node.example.org',
  'https://user:secret@node.example.org',
  'https://@node.example.org',
  'https://node.example.org:',
  'https://node.example.org:99999',
  'https:\\\\node.example.org',
  'https:node.example.org',
  ' https://node.example.org',
  'https://node.example.org\n',
  'https://node\t.example.org',
  'https://b\u00fccher.example',
  'http://0x7f.1',
  'http://127.1',
  'http://[0:0::1]',
  'ftp://node.example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ws://node.example.org',
  `https://${'a.'.repeat(150)}example`,
  'null',
])('rejects %j as a public host', (text) => {
  expect(parsePublicHost(text)).toBeUndefined();
});
