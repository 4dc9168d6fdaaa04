import type { Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { tonDown, tonUp } from '../../../core/ton/ton-amounts.ts';
import { type Finding, failed, passed, skipped, warning } from '../check.ts';
import type { CheckedChain, CheckedPlatform } from './checked-chain.ts';

type PlatformChain = Pick<CheckedChain, 'costs' | 'platform'>;
type StoreChain = Pick<CheckedChain, 'costs' | 'platform' | 'wallet'>;
type Costs = Awaited<ReturnType<CheckedChain['costs']>>;

/** Returns the finding for an error of the chain or of the settings. */
function failedBy(error: unknown): Finding {
  if (!(error instanceof NodeError)) throw error;
  if (error.code === 'precondition_failed') return failed(error.text, 'chainCheck.platformTextsRemedy');
  const isFees = error.text.reason === 'chain.feesTooHigh';
  return failed(error.text, isFees ? 'chainCheck.feesRemedy' : 'chainCheck.serviceRemedy');
}

/** Checks that the amounts attached to orders cover the fees of the network. */
export async function checkFees({ costs }: Pick<CheckedChain, 'costs'>): Promise<Finding> {
  try {
    const { register, purchase } = await costs();
    return passed(message('chainCheck.feesFit', { register: tonUp(register), purchase: tonUp(purchase) }));
  } catch (error) {
    return failedBy(error);
  }
}

/** Checks that the platform exists, is a known contract, and matches the settings. */
export async function checkPlatform({ costs, platform }: PlatformChain): Promise<Finding> {
  let found: CheckedPlatform;
  try {
    found = await platform();
  } catch (error) {
    return failedBy(error);
  }
  const { generation, source, isOrdered, successor } = found;
  if (generation === null) return failed('orders.platformUnknown', 'chainCheck.platformUnknownRemedy');
  if (generation !== undefined && successor) return checkSuccessor(successor);
  if (generation !== undefined && found.need === 'nothing') return passed(onChain(found, generation));
  if (source !== 'own') return missingOfOthers(source);
  if (isOrdered) return warning('orders.platformStarting', 'chainCheck.platformStartingRemedy');
  const { deploy, deposit, metadata } = await costs();
  if (generation === undefined) {
    const amounts = { most: tonUp(deploy), deposit: tonUp(deposit) };
    return warning(message('chainCheck.platformMissing', amounts), 'chainCheck.platformMissingRemedy');
  }
  return warning(
    message('chainCheck.platformOutdated', { address: found.address }),
    message('chainCheck.platformOutdatedRemedy', { most: tonUp(metadata) }),
  );
}

function checkSuccessor(successor: Message): Finding {
  if (successor.reason === 'orders.successorVerified') return passed(successor);
  const isUnknown = successor.reason === 'orders.successorUnknown';
  return warning(
    successor,
    isUnknown ? 'chainCheck.successorUnknownRemedy' : 'chainCheck.successorIgnoredRemedy',
  );
}

function onChain({ source, address }: CheckedPlatform, generation: number) {
  if (source === 'own') return message('chainCheck.platformOwn', { address, generation });
  if (source === 'configured') return message('chainCheck.platformConfigured', { address, generation });
  return message('chainCheck.platformOfHost', { host: source, address, generation });
}

const missingOfOthers = (source: string): Finding =>
  source === 'configured'
    ? failed('orders.platformNotThere', 'chainCheck.platformConfiguredRemedy')
    : failed(
        message('orders.platformOfHostNotThere', { host: source }),
        message('chainCheck.platformOfHostRemedy', { host: source }),
      );

/** Checks which transactions the balance of the fee wallet can pay for. */
export async function checkWallet({ wallet, costs: askCosts, platform }: StoreChain): Promise<Finding> {
  const { address } = wallet;
  let balance: bigint;
  let costs: Costs;
  try {
    [balance, costs] = [await wallet.balance(), await askCosts()];
  } catch (error) {
    return failedBy(error);
  }
  const { deploy, register } = costs;
  const isDeploying = await platform().then(
    ({ need, isOrdered }) => need === 'deployment' && !isOrdered,
    () => false,
  );
  const shown = tonDown(balance);
  if (isDeploying && balance < deploy) {
    return warning(
      message('chainCheck.walletEmpty', { balance: shown, needed: tonUp(deploy) }),
      message('chainCheck.walletEmptyRemedy', { missing: tonUp(deploy - balance), address }),
    );
  }
  const rest = isDeploying ? balance - deploy : balance;
  if (rest < register) {
    if (isDeploying) return passed(message('chainCheck.walletForStore', { balance: shown }));
    return warning(
      message('chainCheck.walletLow', { balance: shown, needed: tonUp(register) }),
      message('chainCheck.walletLowRemedy', { address }),
    );
  }
  const enough = { balance: shown, count: Number(rest / register) };
  return passed(message(isDeploying ? 'chainCheck.walletSufficesToo' : 'chainCheck.walletSuffices', enough));
}

/** Checks how far the node has read the chain. */
export function checkIndex({ index }: Pick<CheckedChain, 'index'>): Finding {
  const state = index();
  if (!state) return skipped('chainCheck.notFollowed');
  const { status, height } = state;
  if (status === 'ok') return passed(message('chainCheck.indexed', { height }));
  if (status === 'unavailable' && state.message) return failed(state.message, 'chainCheck.serviceRemedy');
  return warning('chainCheck.indexing', 'chainCheck.indexingRemedy');
}
