import { test as base } from '@playwright/test';
import { withHiddenDisplay } from '../../../scripts/lib/tests/display.mjs';

/**
 * Gives each worker a separate display, because apps on the same display would take the focus and the clipboard from
 * each other.
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
