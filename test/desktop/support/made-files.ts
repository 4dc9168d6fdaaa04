import { crc32, deflateSync } from 'node:zlib';

/** Returns a tone as a WAV file (RIFF, PCM, mono, 8 kHz, 8 bits). */
export function tone(seconds: number): Buffer {
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

/** Returns a PDF with one line of text per page. */
export function pdf(lines: readonly string[]): Buffer {
  const streams = lines.map((line) => deflateSync(`BT /F1 24 Tf 72 700 Td (${line}) Tj ET`));
  const pages = lines.map((_, n) => `${3 + n * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`,
    ...streams.flatMap((stream, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + n * 2} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
      deflatedStream(stream),
    ]),
  ];
  return pdfOf(objects);
}

/** Returns a stream object of a PDF with deflated bytes. */
export function deflatedStream(bytes: Buffer, filters = '/FlateDecode'): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} /Filter ${filters} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Returns a PDF of these objects, the first of which is its catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
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

/** Returns a square of one colour as a PNG (RGB, 8 bits). */
export function picture(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  // Each row begins with its filter type, here none.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(side * 3, 0x7b)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
