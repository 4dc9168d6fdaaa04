import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../build');

/** Width and height of a PNG file. */
function pngSize(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the icons', () => {
  it('for Linux have the sizes of their names', () => {
    const names = readdirSync(join(folder, 'icons'));
    expect(names).toHaveLength(8);
    for (const name of names) {
      const size = Number.parseInt(name, 10);
      expect(name).toBe(`${size}x${size}.png`);
      expect(pngSize(readFileSync(join(folder, 'icons', name)))).toEqual([size, size]);
    }
  });

  it('for Windows contain a picture of each size with the declared length', () => {
    const ico = readFileSync(join(folder, 'icon.ico'));
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const size = ico.readUInt8(at) || 256;
      const image = ico.subarray(ico.readUInt32LE(at + 12)).subarray(0, ico.readUInt32LE(at + 8));
      if (size === 256) expect(pngSize(image)).toEqual([256, 256]);
      else expect([image.readInt32LE(4), image.readInt32LE(8)]).toEqual([size, 2 * size]);
      return size;
    });
    expect(sizes).toEqual([16, 24, 32, 48, 64, 256]);
  });

  it('for macOS contain PNGs up to 1024 pixels', () => {
    const icns = readFileSync(join(folder, 'icon.icns'));
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const widths: Record<string, number> = {};
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const type = icns.subarray(at, at + 4).toString('latin1');
      [widths[type] = 0] = pngSize(icns.subarray(at + 8));
    }
    expect(widths).toEqual({
      icp4: 16,
      icp5: 32,
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic08: 256,
      ic13: 256,
      ic09: 512,
      ic14: 512,
      ic10: 1024,
    });
  });
});
