import { deflateSync } from 'node:zlib';
import type { Frame, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** A second of a tone, as a WAV file (RIFF, PCM, mono, 8 kHz, 8 bits). */
function tone(seconds: number): Buffer {
  const rate = 8000;
  const samples = Buffer.from(
    Array.from({ length: rate * seconds }, (_, n) => 128 + Math.round(60 * Math.sin(n / 3))),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Two pages with a line each. */
function pdf(lines: readonly string[]): Buffer {
  const streams = lines.map((line) => deflateSync(`BT /F1 24 Tf 72 700 Td (${line}) Tj ET`));
  const pages = lines.map((_, n) => `${3 + n * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`,
    ...streams.flatMap((stream, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + n * 2} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [n, object] of objects.entries()) {
    const bytes = Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    length += bytes.length;
    parts.push(bytes);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Stores a file and opens its page. */
async function view(page: Page, name: string, type: string, bytes: Buffer): Promise<Frame> {
  const id = await page.evaluate(
    async ({ name, type, base64 }) => {
      const key = await window.alcove?.invoke('localKey.get', undefined);
      const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const answer = await fetch('/local/content', {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type, 'X-File-Name': btoa(name) },
      });
      return ((await answer.json()) as { content: { content_id: string } }).content.content_id;
    },
    { name, type, base64: bytes.toString('base64') },
  );
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/content/view/${id}`);
  const frame = page.getByTitle(name.replace(/\.\w+$/, ''), { exact: true });
  await expect(frame).toBeVisible();
  await expect(page.getByRole('status', { name: 'Opening' })).toHaveCount(0, { timeout: 20_000 });
  const shown = await (await frame.elementHandle())?.contentFrame();
  if (!shown) throw new Error('there is no frame');
  return shown;
}

test('sound, text, pictures and PDFs are shown in the app, in a frame that reaches nothing else', async ({
  launchAlcove,
}) => {
  const { page } = await launchAlcove();
  const sound = await view(page, 'tone.wav', 'audio/wav', tone(2));
  const played = await sound.evaluate(async () => {
    const player = document.querySelector('audio') as HTMLAudioElement;
    player.muted = true;
    await player.play();
    await new Promise((resolve) => player.addEventListener('ended', resolve, { once: true }));
    return player.currentTime;
  });
  expect(played).toBeCloseTo(2, 1);

  const text = await view(
    page,
    'letter.txt',
    'text/plain',
    Buffer.from('<script>parent.hacked=1</script> Größe'),
  );
  await expect(text.locator('pre')).toHaveText('<script>parent.hacked=1</script> Größe');

  const book = await view(page, 'book.pdf', 'application/pdf', pdf(['The first page', 'The second page']));
  await expect(book.getByRole('region', { name: 'Page 1 of 2' })).toBeVisible();
  await expect(book.getByText('The first page')).toBeAttached();
});
