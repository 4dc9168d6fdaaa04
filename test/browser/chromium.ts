import { chromium } from 'playwright';

/**
 * Debian's Chromium without its own requests to the network.
 * @param options further ones of its command line
 */
export const launchChromium = (...options: string[]) =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Sites stay in processes of their own, but hundreds of frames do not start one each.
      '--renderer-process-limit=1',
      ...options,
    ],
  });
