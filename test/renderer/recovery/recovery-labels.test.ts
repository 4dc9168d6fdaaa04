import { expect, it } from 'vitest';
import { passphraseBits, strengthLabel } from '../../../renderer/features/recovery/recovery-labels.ts';

it('distinguishes a guessable passphrase from a strong one', () => {
  const verdict = (passphrase: string) => strengthLabel(passphrase).words.split(/[ :,]/)[0];
  expect(strengthLabel('eleven char')).toEqual({
    words: 'Too short: at least 12 characters.',
    isEnough: false,
  });
  expect(verdict('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('Weak');
  expect(verdict('my house mouse')).toBe('Weak');
  expect(verdict('horse horse horse horse horse horse')).toBe('Weak');
  expect(verdict('correct horse battery staple ravens')).toBe('Fair');
  expect(verdict('abandon ravens lucid omega tiny bridge quota zero')).toBe('Strong');
  expect(passphraseBits('abandon ravens lucid omega tiny bridge quota zero')).toBe(88);
  expect(verdict('x7!Kq_94mZ#pRw')).toBe('Strong');
});
