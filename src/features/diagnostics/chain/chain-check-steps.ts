import type { Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { message } from '../../../core/messages/message.ts';
import { type Finding, skipped } from '../check.ts';
import type { CheckedChain, CheckedManifest } from './checked-chain.ts';
import { checkManifest } from './manifest-check.ts';
import { checkFees, checkIndex, checkPlatform, checkWallet } from './platform-checks.ts';
import { checkAgreement, checkKey, checkService, isToncenter } from './service-checks.ts';

/** One check of a network; the checks of a run may overlap. */
export interface ChainCheckStep {
  id: string;
  title: Message;
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

export interface ChainCheckParts {
  chain: CheckedChain;
  manifest: CheckedManifest;
  clock: Clock;
}

/** Creates the checks of a run in display order; checks of the chain first wait for a service that answers. */
export function chainCheckSteps({ chain, manifest, clock }: ChainCheckParts): ChainCheckStep[] {
  const asked = chain.services.map((service) => {
    let finding: Promise<Finding> | undefined;
    return { ...service, check: () => (finding ??= checkService(chain, service, clock)) };
  });
  const isReached = async () =>
    (await Promise.all(asked.map(({ check }) => check()))).some(({ result }) => result !== 'failed');
  const onceReached = (check: () => Finding | Promise<Finding>) => async () =>
    (await isReached()) ? check() : skipped('chainCheck.noService');
  return [
    ...asked.map(({ host, check }) => ({
      id: `service:${host ?? ''}`,
      title: serviceTitle(host),
      run: check,
    })),
    ...asked.slice(0, 1).flatMap(({ host }) => keyStep(chain, host)),
    {
      id: 'agreement',
      title: message('chainCheck.agreement'),
      run: onceReached(() => checkAgreement(chain)),
    },
    { id: 'fees', title: message('chainCheck.fees'), run: onceReached(() => checkFees(chain)) },
    { id: 'index', title: message('chainCheck.index'), run: onceReached(() => checkIndex(chain)) },
    { id: 'platform', title: message('chainCheck.platform'), run: onceReached(() => checkPlatform(chain)) },
    { id: 'wallet', title: message('chainCheck.wallet'), run: onceReached(() => checkWallet(chain)) },
    {
      id: 'manifest',
      title: message('chainCheck.manifest'),
      run: (signal) => checkManifest(chain, manifest, signal),
    },
  ];
}

const serviceTitle = (host: string | undefined): Message =>
  host === undefined ? message('chainCheck.ownService') : message('chainCheck.service', { host });

/** Creates the check of the key in the settings, which belongs to the first service. */
const keyStep = (chain: CheckedChain, host: string | undefined): ChainCheckStep[] =>
  host !== undefined && isToncenter(host)
    ? [{ id: 'key', title: message('chainCheck.key', { host }), run: () => checkKey(chain, host) }]
    : [];
