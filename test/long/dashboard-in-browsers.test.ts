import { describe } from 'vitest';
import { describeIn } from '../browser/browsers.ts';
import { desktopFlows } from '../browser/dashboard-flows.ts';
import { phoneFlows } from '../browser/phone-flows.ts';

for (const name of ['Chromium', 'Firefox'] as const) {
  describeIn(name, (browser) => {
    describe('on a desktop', () => desktopFlows(browser));
    describe('on a phone, in Russian', () => phoneFlows(browser));
  });
}
