import { expect, it } from 'vitest';
import { AccessLinks } from '../../src/features/licensing/access-links.ts';

const minuteMs = 60_000;
const sha256 = Buffer.alloc(32, 1);

it('a link holds for ten minutes to the second, also when the clock is set back meanwhile', () => {
  let now = Date.parse('2026-05-05T10:00:00Z');
  const links = new AccessLinks(Buffer.alloc(32, 9), () => now);
  const { access, expiresAt } = links.sign(sha256, 'user:1');
  expect(expiresAt).toBe(now + 10 * minuteMs);
  const holds = (at: number): boolean => {
    now = at;
    try {
      return links.verify(sha256, access).user === 'user:1';
    } catch (error) {
      expect(error).toMatchObject({ code: 'access_invalid' });
      return false;
    }
  };
  expect(holds(expiresAt - 1)).toBe(true);
  expect(holds(expiresAt)).toBe(false);
  // As clocks are set by the network, and by a person.
  expect(holds(expiresAt - 10 * minuteMs - 1000)).toBe(true);
  expect(holds(expiresAt - 60 * minuteMs)).toBe(false);
});
