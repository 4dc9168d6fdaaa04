import { Address, contractAddress } from '@ton/core';
import { platformState } from './contracts/state-inits.ts';

/**
 * Computes the address of the platform that `owner` deploys, which is the hash of its code and initial data and known
 * before the deployment.
 */
export function platformAddress(owner: Address): Address {
  return contractAddress(0, platformState(owner));
}
