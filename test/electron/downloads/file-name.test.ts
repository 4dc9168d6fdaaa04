import { expect, test } from 'vitest';
import { safeFileName } from '../../../electron/downloads/file-name.ts';

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
  ['COM¹.txt', '_COM¹.txt'],
  ['lpt³', '_lpt³'],
  ['CON .txt', '_CON.txt'],
  ['CON  . txt', '_CON . txt'],
  ['CONIN$', '_CONIN$'],
  ['com10.txt', 'com10.txt'],
  [`invoice.pdf${' '.repeat(100)}.exe`, 'invoice.pdf.exe'],
  [`invoice.pdf${'\u2800\u3164\u00A0\u3000'.repeat(30)}.exe`, 'invoice.pdf.exe'],
  [`invoice.pdf \u200B \u200B .exe`, 'invoice.pdf.exe'],
  ['console.txt', 'console.txt'],
  ['Übergröße 🦊.flac', 'Übergröße 🦊.flac'],
  ['...', 'content'],
  ['', 'content'],
])('saves a file named %j as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('keeps the extension and whole characters of a long name', () => {
  const safe = safeFileName(`${'🦊'.repeat(200)}.flac`);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
  expect(safe).toMatch(/^(🦊)+\.flac$/u);
});

test('handles any name quickly, and cuts a name to a valid one', () => {
  for (const piece of [' ', '. ', '.a', '\u2800 ', 'a .']) {
    const safe = safeFileName(`${piece.repeat(100_000)}x`);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
    expect(safe).toMatch(/^[^\s.].*[^\s.]$|^\w$/u);
  }
});
