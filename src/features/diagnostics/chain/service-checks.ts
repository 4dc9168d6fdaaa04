import { type Clock } from '../../../core/clock.ts';
import { message, messageOfError } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type Finding, failed, passed, warning } from '../check.ts';
import type { CheckedChain } from './checked-chain.ts';

/** Age up to which the newest block is recent; blocks come every half second, and services need some time. */
const fineMs = 60_000;
/** Age of the newest block above which the indexer does not use a service. */
const limitMs = 300_000;

const networkNames = {
  embedded: 'chainCheck.embedded',
  testnet: 'chainCheck.testnet',
  mainnet: 'chainCheck.mainnet',
} as const;

type Service = CheckedChain['services'][number];

/** Checks that a service answers for the right network, and how old its newest block is. */
export async function checkService(
  { network }: Pick<CheckedChain, 'network'>,
  service: Service,
  clock: Clock,
): Promise<Finding> {
  let time: number;
  try {
    time = await service.newestBlock();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return failed(messageOfError(error), 'chainCheck.serviceRemedy');
  }
  // The embedded chain makes blocks only for messages.
  const age = network === 'embedded' ? 0 : clock() - time * 1000;
  if (age < -fineMs) {
    return warning(message('chainCheck.clockBehind', { ahead: -age }), 'chainCheck.clockBehindRemedy');
  }
  if (age <= fineMs) {
    const name = message(networkNames[network]);
    return passed(message('chainCheck.serviceAnswers', { network: name, age: Math.max(0, age) }));
  }
  const detail = message('chainCheck.serviceBehind', { age });
  return age <= limitMs
    ? warning(detail, 'chainCheck.serviceBehindRemedy')
    : failed(detail, 'chainCheck.serviceBehindRemedy');
}

/** Returns whether a service sells keys that make it faster. */
export const isToncenter = (host: string): boolean => /(^|\.)toncenter\.com$/.test(host);

export const checkKey = ({ hasKey }: Pick<CheckedChain, 'hasKey'>, host: string): Finding =>
  hasKey
    ? passed('chainCheck.keySet')
    : warning(message('chainCheck.keyMissing', { host }), message('chainCheck.keyMissingRemedy', { host }));

/** Checks that services agree where a quorum is required. */
export async function checkAgreement({ network, quorum, confirm }: CheckedChain): Promise<Finding> {
  if (quorum === 1) {
    return network === 'mainnet'
      ? warning('chainCheck.oneServiceOfMany', 'chainCheck.oneServiceRemedy')
      : passed('chainCheck.oneServiceEnough');
  }
  try {
    await confirm();
    return passed('chainCheck.servicesAgree');
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return failed(messageOfError(error), 'chainCheck.disagreeRemedy');
  }
}
