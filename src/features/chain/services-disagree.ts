import { NodeError } from '../../core/node-error.ts';

/** Two services that must agree differ, so the node uses the responses of neither. */
export class ServicesDisagree extends NodeError {
  constructor() {
    super('chain_unavailable', 'chain.servicesDisagree');
  }
}
