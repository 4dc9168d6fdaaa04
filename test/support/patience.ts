/**
 * Limit for waiting in tests, for `expect.poll`, `vi.waitFor` and `vi.waitUntil`, whose own is a second: only what hangs
 * exceeds it, also on a slow machine.
 */
export const patience = { timeout: 120_000 };
