import type {
  ChainCheck,
  ChainCheckRequest,
} from '../../../../contract/dashboard-api/administration/chain-check.ts';

/** Operations of the dashboard on the check of a network. */
export interface ChainCheckApi {
  readonly current: ChainCheck | null;
  /** @throws NodeError `chain_unavailable` */
  start(request: ChainCheckRequest): Promise<ChainCheck>;
  cancel(): void;
}
