import { expect, it } from 'vitest';
import { message } from '../../../src/core/messages/message.ts';
import { compareVersions } from '../../../src/features/peers/handshake/compatibility.ts';

it.each([
  ['1.2.3', '1.2.3', 'compatible', false],
  ['1.2.3', '1.2.99', 'compatible', false],
  ['1.2.3-rc.1', '1.2.3+build.7', 'compatible', false],
  ['1.2.3', '1.3.0', 'warning', true],
  ['1.10.0', '1.1.0', 'warning', true],
  ['0.1.0', '0.2.0', 'warning', true],
  ['1.2.3', '2.2.3', 'incompatible', false],
  ['1.2.3', '2.3.0', 'incompatible', true],
  ['10.0.0', '1.0.0', 'incompatible', false],
  ['1.99999999999999999999.0', '1.99999999999999999998.0', 'warning', true],
])('%s answers %s: %s, warning %s', (own, other, compatibility, warns) => {
  const verdict = compareVersions(own, other);
  expect(verdict.compatibility).toBe(compatibility);
  expect('warning' in verdict).toBe(warns);
  if (warns)
    expect(verdict.warning).toEqual(message('peers.versionsDiffer', { answering: own, asking: other }));
});
