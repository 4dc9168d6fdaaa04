import { expect, it } from 'vitest';
import { AccessLinks } from '../../src/features/licensing/access-links.ts';

const hourMs = 3_600_000;
const secret = Buffer.alloc(32, 9);
const sha256 = Buffer.alloc(32, 1);

it('an access link is valid for exactly six hours, also after the clock is set back', () => {
  let now = Date.parse('2026-05-05T10:00:00Z');
  const links = new AccessLinks(secret, () => now);
  const { access, expiresAt } = links.sign(sha256, 'user:1');
  expect(expiresAt).toBe(now + 6 * hourMs);
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
  // Clocks are set back by NTP and by users.
  expect(holds(expiresAt - 6 * hourMs - 1000)).toBe(true);
  expect(holds(expiresAt - 7 * hourMs)).toBe(false);
});

it('returns the same link for a user and content until half an hour before its expiry', () => {
  const start = Date.parse('2026-05-05T10:00:00Z');
  let now = start;
  const links = new AccessLinks(secret, () => now);
  const linkAfter = (hours: number, user = 'user:1', file = sha256): string => {
    now = start + hours * hourMs;
    return links.sign(file, user).access;
  };
  const first = linkAfter(0);
  const [other, another] = [linkAfter(0.001, 'user:2'), linkAfter(0.001, 'user:1', Buffer.alloc(32, 2))];
  expect(new Set([first, other, another]).size).toBe(3);
  expect([linkAfter(0.2), linkAfter(3), linkAfter(5.49)]).toEqual([first, first, first]);
  expect(linkAfter(5.49, 'user:2')).toBe(other);

  const next = linkAfter(5.5);
  expect(next).not.toBe(first);
  expect(linkAfter(6.5)).toBe(next);
  expect(links.verify(sha256, next).user).toBe('user:1');

  // A clock that is set back makes the remembered link invalid.
  expect(links.verify(sha256, linkAfter(-24)).user).toBe('user:1');
});
