import { expect, test } from 'vitest';
import { redactor } from '../../../electron/problem-report/redact.ts';

const redact = (text: string) =>
  redactor({ dataDir: '/home/ada/.alcove', home: '/home/ada', secrets: ['hunter2hunter2'] })(text);

test.each([
  ['password hunter2hunter2 given', 'password <secret> given'],
  ['/home/ada/.alcove/alcove.db', '<data folder>/alcove.db'],
  ['/home/ada/Music/x.mp3', '~/Music/x.mp3'],
  ['/home/eve/x and C:\\Users\\Eve\\x', '/home/<user>/x and C:\\Users\\<user>\\x'],
  ['at 10.1.2.3 and 10.1.2.3:80 and 10.1.2.4', 'at <address 1> and <address 1>:80 and <address 2>'],
  ['https://node.example.org:8471/api', 'https://<host 1>/api'],
  ['http://127.0.0.1:8471/api on ::1 at 12:34:56', 'http://127.0.0.1:8471/api on ::1 at 12:34:56'],
  ['fe80::1ff:fe23:4567:890a', '<address 1>'],
  ['ada@example.org wrote', '<e-mail 1> wrote'],
  ['key 3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!', 'key <long value 1>!'],
  ['ocean window pencil garden rabbit silver copper velvet', '<words 1>'],
  ['["ocean","window","pencil","garden","rabbit","silver","copper","velvet"]', '["<words 1>"]'],
  ['Ocean Window Pencil Garden Rabbit Silver Copper Velvet', '<words 1>'],
  ['1. ocean 2. window 3. pencil 4. garden 5. rabbit 6. silver 7. copper 8. velvet', '1. <words 1>'],
  ['ocean\\nwindow\\npencil\\ngarden\\nrabbit\\nsilver\\ncopper\\nvelvet', '<words 1>'],
  ['ocean%20window%20pencil%20garden%20rabbit%20silver%20copper%20velvet', '<words 1>'],
  ['key 3q2%2B7wAAAAAAAAAAAAA%2FAAAAAAAAAAAAAA%3D%3D', 'key <long value 1>'],
  ['secp 0x5f3a9c0d1e2b3a4f', 'secp <long value 1>'],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM', '<token 1>'],
  ['eyJhbGci-eyJhbGci.eyJz.Sf', 'eyJhbGci-<token 1>'],
  [`${'a.'.repeat(40)}b@example.org wrote`, '<e-mail 1> wrote'],
  ['GET /x?token=short-1&at=https%3A%2F%2Fa.example', 'GET /x?token=<value 1>&at=<value 2>'],
  ['{"apiKey":"abc1","password":"pw 1"}', '{"apiKey":"<secret 1>","password":"<secret 2>"}'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer <secret 1>'],
  ['getaddrinfo ENOTFOUND nas', 'getaddrinfo ENOTFOUND <host 1>'],
  ['node.example.org:8471 and {"hostname":"nas"}', '<host 1>:8471 and {"hostname":"<host 2>"}'],
  ['https://ada:pw@node.example.org/x', 'https://<host 1>/x'],
  ['{"name":"my tax return.pdf","title":"Diary"}', '{"name":"<name 1>","title":"<name 2>"}'],
  ['/run/media/eve/DISK', '/run/media/<user>/DISK'],
  ['chain.api_key = (set, not shown)', 'chain.api_key = (set, not shown)'],
  ['at A.b (file:///opt/Alcove/dist/main.js:12:34)', 'at A.b (file:///opt/Alcove/dist/main.js:12:34)'],
  ['Version 0.1.0, 2026-01-31T12:00:00.000Z', 'Version 0.1.0, 2026-01-31T12:00:00.000Z'],
])('redacts “%s”', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test('redacts a malicious log in linear time', () => {
  for (const part of ['a', 'a ', '1.', 'a:', 'a@', 'a-', '://', '?a=', 'ab.', 'token=', 'abc","'])
    expect(redact(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0);
});
