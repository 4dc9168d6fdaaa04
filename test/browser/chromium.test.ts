import { describe } from 'vitest';
import { describeIn } from './browsers.ts';
import { deskFlows } from './desk-flows.ts';
import { phoneFlows } from './phone-flows.ts';

describeIn('Chromium', (browser) => {
  describe('at a desk', () => deskFlows(browser));
  describe('on a phone, in Russian', () => phoneFlows(browser));
});
