import { expect } from 'vitest';

// Tests of the dashboard show parts of pages without loading these as the dashboard does.
if (expect.getState().testPath?.includes('/test/renderer/')) {
  const { loadPageTexts } = await import('../../renderer/lib/i18n/language.ts');
  await loadPageTexts();
}
