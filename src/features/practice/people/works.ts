import { crc32, deflateSync } from 'node:zlib';

/** A work of the practice seller. */
export interface PracticeWork {
  /** Never changes, because the file of the seller names what is published. */
  id: string;
  title: string;
  description: string;
  fileName: string;
  bytes: Uint8Array;
  cover: Uint8Array;
  /** Nanograms. */
  price: string;
}

/** The name of the practice seller in both languages of the app, because the practice node does not know the chosen one. */
export const seller = 'Mara · Мара';

const GRAM = 1_000_000_000n;
const priceOf = (gram: bigint): string => (gram * GRAM).toString();

/** Makes the works. The same bytes each time, so that an upload that is repeated changes nothing. */
export const makeWorks = (): PracticeWork[] => [
  {
    id: 'evening-tune',
    title: 'Evening tune · Вечерняя мелодия',
    description: 'A sound made for practice. · Звук для учебного режима.',
    fileName: 'evening-tune.wav',
    bytes: tune(),
    cover: gradient(320, [11, 117, 111], [26, 33, 64]),
    price: priceOf(3n),
  },
  {
    id: 'sunrise',
    title: 'Sunrise · Рассвет',
    description: 'A picture made for practice. · Картинка для учебного режима.',
    fileName: 'sunrise.png',
    bytes: gradient(640, [255, 190, 92], [126, 58, 122]),
    cover: gradient(320, [255, 190, 92], [126, 58, 122]),
    price: priceOf(2n),
  },
];

const sampleRate = 8000;
/** Frequencies of a pentatonic melody. */
const notes = [440, 523, 587, 659, 784, 659, 587, 523, 440, 392, 440, 523];

/** Makes a sound of 12 seconds (WAV, PCM of 16 bits, one channel). */
function tune(): Uint8Array {
  const samples = notes.flatMap((frequency) =>
    Array.from({ length: sampleRate }, (_, n) => {
      const time = n / sampleRate;
      return Math.round(9000 * Math.exp(-3 * time) * Math.sin(2 * Math.PI * frequency * time));
    }),
  );
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(2 * sampleRate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, n) => {
    bytes.writeInt16LE(sample, 44 + 2 * n);
  });
  return bytes;
}

type Colour = readonly [number, number, number];

/** Makes a square picture (PNG) that goes from one colour to another, with a disc. */
function gradient(size: number, top: Colour, bottom: Colour): Uint8Array {
  const rows = Buffer.alloc(size * (1 + 3 * size));
  const radius = size / 5;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDisc = Math.hypot(x - size / 2, y - size / 2) < radius;
      for (const channel of [0, 1, 2] as const) {
        const mixed = top[channel] + ((bottom[channel] - top[channel]) * y) / size;
        rows[y * (1 + 3 * size) + 1 + 3 * x + channel] = isDisc ? (mixed + 2 * 255) / 3 : mixed;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
