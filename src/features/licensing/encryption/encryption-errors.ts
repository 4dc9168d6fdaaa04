import { NodeError } from '../../../core/node-error.ts';

export const notYours = () =>
  new NodeError(
    'not_yours',
    'Others stored the same bytes on this node before you, so they are not yours to sell here.',
  );

export const copied = () =>
  new NodeError(
    'not_yours',
    'This file came here from another node, where others have it already, so it is not yours to sell here.',
  );

export const notForSale = () =>
  new NodeError('content_not_found', 'This content is not being put up for sale.');

export const onItsWay = () =>
  new NodeError('order_open', 'It is on its way to the chain. Wait until that is settled.');

export const encrypting = () =>
  new NodeError('encrypting', 'The content is being encrypted. Ask again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });

export const cancelled = () =>
  new NodeError('encrypting', 'The encryption was stopped. Ask again to begin anew.');

export const stopping = () =>
  new NodeError('shutting_down', 'The node is shutting down. Ask again when it is back.');
