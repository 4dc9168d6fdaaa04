import { describe, expect, it } from 'vitest';
import { checkOf, editOf, isEndpoint, serviceOf } from '../../../renderer/features/joining/choices.ts';

const own = 'https://ton.example/api/v2/jsonRPC';
const none = { endpoint: '', key: '' };
const off = { network: 'off', endpoint: undefined } as const;
const onTestnet = { network: 'testnet', endpoint: own } as const;

describe('joining a network', () => {
  it('changes nothing but the network if the public service is selected', () => {
    expect(checkOf(off, 'testnet', none)).toEqual({ network: 'testnet' });
    expect(editOf(off, 'testnet', none)).toEqual({ chain: { network: 'testnet' }, reset: [] });
  });

  it('uses the entered service and key', () => {
    const input = { endpoint: ` ${own} `, key: ' secret ' };
    expect(checkOf(off, 'mainnet', input)).toEqual({ network: 'mainnet', endpoint: own, api_key: 'secret' });
    expect(editOf(off, 'mainnet', input)).toEqual({
      chain: { network: 'mainnet', endpoint: own, api_key: 'secret' },
      reset: ['chain.endpoints', 'chain.quorum'],
    });
  });

  it('drops the services of the other network', () => {
    expect(serviceOf(onTestnet, 'testnet')).toBe(own);
    expect(serviceOf(onTestnet, 'mainnet')).toBe('');
    expect(checkOf(onTestnet, 'mainnet', none)).toEqual({ network: 'mainnet', endpoint: null });
    expect(editOf(onTestnet, 'mainnet', none)).toEqual({
      chain: { network: 'mainnet' },
      reset: [
        ...['chain.endpoints', 'chain.quorum', 'chain.endpoint', 'chain.api_key'],
        ...['chain.master_address', 'chain.requests_per_second'],
      ],
    });
  });

  it('keeps the services of the same network, and returns to the public one when theirs is cleared', () => {
    expect(checkOf(onTestnet, 'testnet', { endpoint: own, key: '' })).toEqual({ network: 'testnet' });
    expect(editOf(onTestnet, 'testnet', { endpoint: own, key: '' })).toBeUndefined();
    expect(editOf(onTestnet, 'testnet', { endpoint: own, key: 'secret' })).toEqual({
      chain: { network: 'testnet', api_key: 'secret' },
      reset: [],
    });
    expect(checkOf(onTestnet, 'testnet', none)).toEqual({ network: 'testnet', endpoint: null });
    expect(editOf(onTestnet, 'testnet', none)).toMatchObject({
      reset: ['chain.endpoints', 'chain.quorum', 'chain.endpoint', 'chain.api_key'],
    });
  });
});

it('changes the settings for off and practice only after another network', () => {
  expect(editOf(off, 'practice', none)).toBeUndefined();
  expect(editOf({ network: 'embedded', endpoint: undefined }, 'practice', none)).toBeUndefined();
  expect(editOf({ network: 'embedded', endpoint: undefined }, 'off', none)).toEqual({
    chain: { network: 'off' },
  });
  for (const choice of ['off', 'practice'] as const)
    expect(editOf(onTestnet, choice, none)).toEqual({ chain: { network: 'off' } });
});

it.each([
  ['', true],
  [own, true],
  ['ftp://node.example', false],
  ['node.example', false],
])('accepts as a service: %s', (text, isAccepted) => {
  expect(isEndpoint(text)).toBe(isAccepted);
});
