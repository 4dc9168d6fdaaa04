import { setTimeout as pause } from 'node:timers/promises';
import { Address } from '@ton/core';
import type { Logger } from '../../../core/log/logger.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainAccess } from './wallet-state.ts';

/** Maximum waiting time for a displayed balance. */
const waitMs = 3000;
/** Nanograms above the total supply; a larger balance is false. */
const impossible = 10n ** 20n;

/**
 * Creates a reader of wallet balances for display.
 * @returns a function that returns a balance in nanograms, or null when the chain does not respond in time
 */
export function createBalanceReader(chain: Pick<ChainAccess, 'getContractState'>, logger: Logger) {
  const asked = new Map<RawAddress, Promise<string | null>>();
  const read = async (address: RawAddress): Promise<string | null> => {
    try {
      const { balance } = await chain.getContractState(Address.parseRaw(address));
      return balance >= 0n && balance < impossible ? balance.toString() : null;
    } catch (error) {
      logger.debug({ err: error }, 'a balance could not be read');
      return null;
    }
  };
  return async (address: RawAddress): Promise<string | null> => {
    // Concurrent calls share one request.
    const balance = asked.get(address) ?? read(address).finally(() => asked.delete(address));
    asked.set(address, balance);
    const inTime = new AbortController();
    try {
      return await Promise.race([balance, pause(waitMs, null, { signal: inTime.signal })]);
    } finally {
      inTime.abort();
    }
  };
}
