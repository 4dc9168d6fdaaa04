/** Smallest size that an .ico contains as PNG; Windows requires bitmaps for smaller pictures in some places. */
const pngFrom = 256;

/**
 * Encodes square pictures, at most 256 pixels wide, as an .ico file.
 * @param pictures each with its size in pixels, its PNG file and its pixels (RGBA, row by row from the top)
 */
export function icoOf(pictures) {
  const images = pictures.map((picture) => (picture.size >= pngFrom ? picture.png : bitmapOf(picture)));
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach((image, index) => {
    const at = 6 + 16 * index;
    const side = pictures[index].size % 256;
    header.writeUInt8(side, at);
    header.writeUInt8(side, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([header, ...images]);
}

/** Encodes a bitmap: a BITMAPINFOHEADER, the pixels as BGRA from the bottom row up, and an empty mask. */
function bitmapOf({ size, rgba }) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // The format counts the pixels and the mask as one picture of twice the height.
  header.writeInt32LE(2 * size, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(4 * size * size);
  for (let y = 0; y < size; y += 1) {
    rgba.copy(pixels, 4 * size * (size - 1 - y), 4 * size * y, 4 * size * (y + 1));
  }
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, blue] = [pixels[at], pixels[at + 2]];
    pixels[at] = blue;
    pixels[at + 2] = red;
  }
  const mask = Buffer.alloc(4 * Math.ceil(size / 32) * size);
  return Buffer.concat([header, pixels, mask]);
}

/** Type codes of Apple's icon files by the width of the PNG; a width may have two scales. */
const icnsTypes = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Encodes square pictures as an .icns file. @param pictures as for `icoOf` */
export function icnsOf(pictures) {
  const entries = pictures.flatMap(({ size, png }) => icnsTypes[size].map((type) => entry(type, png)));
  return entry('icns', Buffer.concat(entries));
}

function entry(type, bytes) {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(8 + bytes.length, 4);
  return Buffer.concat([head, bytes]);
}
