import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { deflatedStream, pdfOf } from '../support/made-files.ts';

/** An SVG whose levels of ten copies each are more shapes than any computer draws. */
export function svgBomb(): Buffer {
  const levels = Array.from({ length: 10 }, (_, level) => {
    const copies = Array.from({ length: 10 }, (_copy, n) => `<use href="#l${level}" x="${n}"/>`);
    return `<g id="l${level + 1}">${copies.join('')}</g>`;
  });
  const shapes = `<defs><g id="l0"><circle r="3"/></g>${levels.join('')}</defs><use href="#l10"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${shapes}</svg>`);
}

/** A PDF of 10 to the power of `zeros` pages in a few lines: all of them are the same one. */
export function pdfOfManyPages(zeros: number): Buffer {
  const branches = Array.from({ length: zeros }, (_, level) => {
    const kids = Array(10)
      .fill(`${3 + level} 0 R`)
      .join(' ');
    return `<< /Type /Pages /Kids [${kids}] /Count ${10 ** (zeros - level)} >>`;
  });
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...branches,
    `<< /Type /Page /Parent ${1 + zeros} 0 R /MediaBox [0 0 612 792] >>`,
  ]);
}

/** A PDF of a few kilobytes with one page, whose content is 4.3 GB of spaces. */
export function pdfFlateBomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, ' '), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  // The header of zlib, the same block repeated, and an empty last one.
  const spaces = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(256).fill(block), Buffer.from([3, 0])]);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    deflatedStream(deflateSync(spaces), '[/FlateDecode /FlateDecode]'),
  ]);
}
