import { expect, test } from 'vitest';
import { redactor } from '../../electron/report/redact.ts';

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
  ['Version 0.1.0, 2026-01-31T12:00:00.000Z', 'Version 0.1.0, 2026-01-31T12:00:00.000Z'],
])('%s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});
