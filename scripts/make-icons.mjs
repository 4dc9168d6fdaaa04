// node scripts/make-icons.mjs: draws every icon of the packages in build/ with Chromium from build/icon.svg.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { icnsOf, icoOf } from './lib/package/icon-files.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'build');
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8');
/** macOS icons have a margin: 824 of 1024 parts (Apple's icon grid). */
const withMargin = drawing.replace(/viewBox="[^"]*"/, `viewBox="${margin(64, 824 / 1024)}"`);

const linux = [16, 24, 32, 48, 64, 128, 256, 512];
const windows = [16, 24, 32, 48, 64, 256];
const mac = [16, 32, 64, 128, 256, 512, 1024];

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  const draw = (svg, sizes) => page.evaluate(drawInPage, { svg, sizes }).then(asBuffers);
  rmSync(join(folder, 'icons'), { recursive: true, force: true });
  mkdirSync(join(folder, 'icons'));
  for (const { size, png } of await draw(drawing, linux)) {
    writeFileSync(join(folder, 'icons', `${size}x${size}.png`), png);
  }
  writeFileSync(join(folder, 'icon.ico'), icoOf(await draw(drawing, windows)));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(await draw(withMargin, mac)));
} finally {
  await browser.close();
}

function margin(side, share) {
  const whole = side / share;
  const edge = (side - whole) / 2;
  return `${edge} ${edge} ${whole} ${whole}`;
}

async function drawInPage({ svg, sizes }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return sizes.map((size) => {
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, size, size);
    const { data } = context.getImageData(0, 0, size, size);
    return { size, png: canvas.toDataURL('image/png').split(',')[1], rgba: [...data] };
  });
}

function asBuffers(drawn) {
  return drawn.map(({ size, png, rgba }) => ({
    size,
    png: Buffer.from(png, 'base64'),
    rgba: Buffer.from(rgba),
  }));
}
