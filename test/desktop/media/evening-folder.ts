import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { bookFiles, epub } from '../../support/books.ts';
import { exifOf, pngChunk } from '../../support/pictures.ts';
import { pdf } from '../support/made-files.ts';
import { film } from '../viewer/film.ts';
import { song } from './made-song.ts';

/** The albums of the folder, with their songs in the order of the album, which is not that of the file names. */
export const albums = {
  Harbour: ['Slack water', 'Morning ferry', 'Low tide', 'Anchor'],
  'Night Bus': ['Terminus', 'Line nine', 'Neon', 'Home'],
  Orchard: ['Blossom', 'Ladder', 'Cider', 'Frost'],
};
const artist = 'Ada Marlow';

const photos = {
  'quay.png': '2026:05:30 10:00:00',
  'gulls.png': '2026:05:02 09:00:00',
  'snow.png': '2025:12:24 18:00:00',
};

/** Draws a picture of a title. @returns a PNG */
async function drawn(page: Page, title: string, [width, height]: readonly [number, number], hue: number) {
  const base64 = await page.evaluate(
    ([label, wide, high, colour]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: wide, height: high });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      const sky = pen.createLinearGradient(0, 0, 0, high);
      sky.addColorStop(0, `hsl(${colour} 60% 72%)`);
      sky.addColorStop(1, `hsl(${colour + 40} 55% 32%)`);
      pen.fillStyle = sky;
      pen.fillRect(0, 0, wide, high);
      pen.fillStyle = '#fff';
      pen.font = `${Math.round(wide / 9)}px serif`;
      pen.fillText(label, wide / 12, high * 0.85);
      return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
    },
    [title, width, height, hue] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** The signature and the chunk `IHDR` of a PNG, after which others may follow. */
const pngHead = 33;

/** Makes a folder with three albums, photos, a PDF, a book and a film. @returns its path */
export async function makeEveningFolder(page: Page, parent: string): Promise<string> {
  const folder = join(parent, 'Summer');
  mkdirSync(join(folder, 'Photos'), { recursive: true });
  for (const [n, [album, titles]] of Object.entries(albums).entries()) {
    mkdirSync(join(folder, album));
    const cover = await drawn(page, album, [600, 600], 200 + 80 * n);
    for (const [at, title] of titles.entries()) {
      const texts = {
        TIT2: title,
        TPE1: artist,
        TALB: album,
        TRCK: `${at + 1}/${titles.length}`,
        TDRC: '2026',
      };
      writeFileSync(join(folder, album, `${title.toLowerCase()}.mp3`), song(3 + at, { texts, cover }));
    }
  }
  for (const [n, [name, date]] of Object.entries(photos).entries()) {
    const png = await drawn(page, name.slice(0, -4), [900, 600], 20 + 60 * n);
    const taken = pngChunk('eXIf', exifOf(date));
    const bytes = Buffer.concat([png.subarray(0, pngHead), taken, png.subarray(pngHead)]);
    writeFileSync(join(folder, 'Photos', name), bytes);
  }
  writeFileSync(join(folder, 'Plan.pdf'), pdf(['Plan of the summer', 'Trains and ferries']));
  writeFileSync(join(folder, 'Harbour.epub'), await epub(bookFiles()));
  writeFileSync(join(folder, 'Sailing.webm'), await film(page, 2500, true));
  return folder;
}
