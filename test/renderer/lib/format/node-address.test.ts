import { expect, it } from 'vitest';
import { toNodeOrigin } from '../../../../renderer/features/peers/node-address.ts';

it.each([
  ['node.example.org', 'https://node.example.org'],
  ['  Node.Example.org:8471 ', 'https://node.example.org:8471'],
  ['https://node.example.org/api/v1/node?x#y', 'https://node.example.org'],
  ['http://node.example.org', 'http://node.example.org'],
  ['127.0.0.1:8471', 'http://127.0.0.1:8471'],
  ['localhost', 'http://localhost'],
  ['[::1]:8471', 'http://[::1]:8471'],
  ['localhost.example.org', 'https://localhost.example.org'],
])('parses the node address %j as %s', (typed, origin) => {
  expect(toNodeOrigin(typed)).toBe(origin);
});

it.each([
  '',
  '   ',
  'two words',
  'ftp://node.example.org',
  'file:///etc',
  'https://',
  'https://me:secret@node.example.org',
])('rejects %j as a node address', (typed) => {
  expect(toNodeOrigin(typed)).toBeNull();
});
