import { setTimeout as pause } from 'node:timers/promises';
import { Address } from '@ton/core';
import type { Logger } from '../../../core/log/logger.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainAccess } from './wallet-state.ts';

/** Whoever looks at a wallet does not wait longer. */
const patienceMs = 3000;
/** More than there is; whoever says so lies. */
const impossible = 10n ** 20n;

/**
 * Reads what wallets have, for somebody who looks at them.
 * @returns asks for a balance in nanoTON; null: the chain does not tell it in time
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
    // Those who look again do not ask a slow chain twice.
    const balance = asked.get(address) ?? read(address).finally(() => asked.delete(address));
    asked.set(address, balance);
    const inTime = new AbortController();
    try {
      return await Promise.race([balance, pause(patienceMs, null, { signal: inTime.signal })]);
    } finally {
      inTime.abort();
    }
  };
}
