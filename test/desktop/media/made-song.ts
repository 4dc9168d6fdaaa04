/** A second of silence has 38 of these frames: MPEG 1 Layer III, 128 kbit/s, 44.1 kHz. */
const silence = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);

/** A frame of an ID3 tag, whose size has 28 bits in four bytes. */
function tagFrame(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.write(name, 0, 'latin1');
  head.writeUInt32BE(synchsafe(data.length), 4);
  return Buffer.concat([head, data]);
}

const synchsafe = (n: number): number =>
  ((n & 0xfe00000) << 3) | ((n & 0x1fc000) << 2) | ((n & 0x3f80) << 1) | (n & 0x7f);

const text = (name: string, value: string) => tagFrame(name, Buffer.from(`\x03${value}`));

interface Tags {
  /** By the name of their ID3 frames, such as `TIT2`. */
  texts?: Record<string, string>;
  /** A PNG. */
  cover?: Buffer;
}

/** An MP3 of silence with an ID3 2.4 tag. */
export function song(seconds: number, { texts = {}, cover }: Tags = {}): Buffer {
  const frames = Object.entries(texts).map(([name, value]) => text(name, value));
  if (cover) {
    frames.push(tagFrame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), cover])));
  }
  const tag = Buffer.concat(frames);
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(synchsafe(tag.length), 6);
  return Buffer.concat([head, tag, ...Array<Buffer>(Math.round(seconds * 38.28)).fill(silence)]);
}
