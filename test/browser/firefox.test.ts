import { describe } from 'vitest';
import { describeIn } from './browsers.ts';
import { desktopFlows } from './dashboard-flows.ts';
import { phoneFlows } from './phone-flows.ts';

describeIn('Firefox', (browser) => {
  describe('on a desktop', () => desktopFlows(browser));
  describe('on a phone, in Russian', () => phoneFlows(browser));
});
