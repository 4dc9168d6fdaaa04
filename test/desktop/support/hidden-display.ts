import { test as base } from '@playwright/test';
import { withHiddenDisplay } from '../../../scripts/lib/display.mjs';

/**
 * Each worker has a display of its own: apps on one would take the focus and the clipboard from each other.
 */
export const testOnHiddenDisplay = base.extend<object, { hiddenDisplay: undefined }>({
  hiddenDisplay: [
    async ({}, use) => {
      await withHiddenDisplay(async ({ DISPLAY }) => {
        delete process.env.WAYLAND_DISPLAY;
        if (DISPLAY !== undefined) process.env.DISPLAY = DISPLAY;
        await use(undefined);
      });
    },
    { scope: 'worker', auto: true },
  ],
});
