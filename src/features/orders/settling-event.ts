import type { ChainEvent } from '../chain/index.ts';
import type { SettlingEvent } from './order.ts';

/** Converts an event of the index to one that can settle an order. */
export function settlingEvent(event: ChainEvent): SettlingEvent {
  const { queryId, content, transactionHash: transaction } = event;
  const found = { queryId, contract: content, transaction };
  switch (event.type) {
    case 'content_registered':
      return { ...found, kind: 'register', owner: event.owner, terms: event.paramsHash.toString('hex') };
    case 'content_changed':
      return { ...found, kind: 'terms', price: event.price };
    case 'licence_issued':
      return { ...found, kind: 'purchase', owner: event.owner, licence: event.kind };
    case 'licence_moved':
      return { ...found, kind: 'moved', contract: event.licence, owner: event.owner };
    case 'licence_offered':
      return { ...found, kind: 'offer', contract: event.licence, price: event.price };
    case 'licence_destroyed':
      return { ...found, kind: 'destroyed', contract: event.licence };
  }
}
