import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { describe } from 'vitest';

/** The browsers of Debian, both driven by puppeteer: Chromium over its own protocol, Firefox over WebDriver BiDi. */
const browsers = {
  Chromium: { program: '/usr/bin/chromium', debian: 'chromium' },
  Firefox: { program: '/usr/bin/firefox-esr', debian: 'firefox-esr' },
} as const;

export interface BrowserChoice {
  /** The preferred language, e.g. `ru-RU`. */
  language?: string;
  colorScheme?: 'light' | 'dark';
  /** Firefox's settings, beyond those. */
  preferences?: Record<string, unknown>;
}

export interface LaunchedBrowser {
  browser: Browser;
  /** The folder of downloads, without a dialog. */
  downloads: string;
  close(): Promise<void>;
}

export interface TestBrowser {
  name: keyof typeof browsers;
  launch(choice?: BrowserChoice): Promise<LaunchedBrowser>;
}

/** Tests in a browser. If it is not installed, they are skipped and reported. */
export function describeIn(name: TestBrowser['name'], tests: (browser: TestBrowser) => void): void {
  const { program, debian } = browsers[name];
  const isThere = existsSync(program);
  if (!isThere) process.stdout.write(`Skipped: what is tested in ${name}. Debian has it as ${debian}.\n`);
  describe.skipIf(!isThere)(name, () => {
    tests({ name, launch: (choice = {}) => launch(name, program, choice) });
  });
}

async function launch(
  name: TestBrowser['name'],
  executablePath: string,
  choice: BrowserChoice,
): Promise<LaunchedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-browser-'));
  const downloads = join(folder, 'downloads');
  const options = name === 'Firefox' ? firefox(downloads, choice) : chromium(downloads, choice);
  const browser = await puppeteer.launch({
    executablePath,
    userDataDir: join(folder, 'profile'),
    ...options,
  });
  return {
    browser,
    downloads,
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Without its own requests to the network. */
const chromium = (downloads: string, { language, colorScheme }: BrowserChoice): LaunchOptions => ({
  browser: 'chrome',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(language ? [`--lang=${language}`, `--accept-lang=${language}`] : []),
    ...(colorScheme === 'dark' ? ['--force-dark-mode'] : []),
  ],
  downloadBehavior: { policy: 'allow', downloadPath: downloads },
});

const firefox = (downloads: string, choice: BrowserChoice): LaunchOptions => ({
  browser: 'firefox',
  extraPrefsFirefox: {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.download.useDownloadDir': true,
    // 0 is dark, 1 is light.
    'layout.css.prefers-color-scheme.content-override': choice.colorScheme === 'dark' ? 0 : 1,
    'media.autoplay.default': 0,
    ...(choice.language && { 'intl.accept_languages': choice.language }),
    ...choice.preferences,
  },
});
