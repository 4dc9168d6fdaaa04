import { describe } from 'vitest';
import { describeIn } from './browsers.ts';
import { deskFlows } from './dashboard-flows.ts';
import { phoneFlows } from './phone-flows.ts';

describeIn('Firefox', (browser) => {
  describe('on a desktop', () => deskFlows(browser));
  describe('on a phone, in Russian', () => phoneFlows(browser));
});
