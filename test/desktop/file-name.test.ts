import { expect, test } from 'vitest';
import { safeFileName } from '../../electron/calls/file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../.ssh/authorized_keys', '_.._.ssh_authorized_keys'],
  ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
  ['what? a "name" <here>|*.txt', 'what_ a _name_ _here___.txt'],
  ['.bashrc', 'bashrc'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['line\nbreak\0.txt', 'linebreak.txt'],
  ['ends with dots. . .', 'ends with dots'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.txt', 'console.txt'],
  ['Übergröße 🦊.flac', 'Übergröße 🦊.flac'],
  ['...', 'content'],
  ['', 'content'],
])('%j is saved as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('a long name keeps its extension and whole characters', () => {
  const safe = safeFileName(`${'🦊'.repeat(200)}.flac`);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
  expect(safe).toMatch(/^(🦊)+\.flac$/u);
});
