import * as z from 'zod';
import { address, anyAddress, done, licenceKind, nanoTon, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { listQuery, pageFields } from '../lists.ts';
import { nodeMessage } from '../messages/message.ts';
import { payer } from './chain.ts';
import { marketItem } from './market.ts';

/** Delivery of a purchase to this node. */
export const delivery = z.object({
  /**
   * `external`: this node can sign in neither as the wallet that holds the licence nor as a recipient that it names, so
   * it cannot request the key. `undecided`: neither ordered here nor accepted, so nothing is requested.
   */
  state: z.enum(['waiting', 'fetching', 'here', 'failed', 'external', 'undecided']),
  /** Why it waits or failed, and the remedy. */
  message: nodeMessage.nullable(),
  /** Bytes of the encrypted file. */
  received: z.int(),
  size: z.int().nullable(),
});
export type LicenceDelivery = z.infer<typeof delivery>;

/** A licence that a wallet of this node's owner holds. */
export const ownedLicence = z.object({
  licence_address: address,
  kind: licenceKind,
  owner: address,
  /** The wallet of this node that owns it; null: a wallet that is not connected. */
  payer: payer.nullable(),
  /** The price paid for it: by this node to the previous holder, otherwise at its issue. */
  price: nanoTon,
  issued_at: timestamp,
  /** When this node bought it from the previous holder, otherwise its issue. */
  bought_at: timestamp,
  /** The price of its offer; null when it is not offered. */
  offer: nanoTon.nullable(),
  /** The owner's decision: ordered on this node, accepted or declined; null: pending. */
  decision: z.enum(['ordered', 'accepted', 'declined']).nullable(),
  content: marketItem,
  /** Delivery of file and key of an encrypted content; null when it is not encrypted. */
  delivery: delivery.nullable(),
  /** Whether the receipt of the delivering node is stored here. */
  receipt: z.boolean(),
});
export type OwnedLicence = z.infer<typeof ownedLicence>;

/** `kept`: ordered here or accepted; `given`: received from others and undecided; `declined`. */
export const shownLicences = z.enum(['kept', 'given', 'declined']);
export type ShownLicences = z.infer<typeof shownLicences>;

export const library = z.object({
  licences: z.array(ownedLicence),
  ...pageFields,
  counts: z.object({
    kept: z.int(),
    given: z.int(),
    declined: z.int(),
    /** Number of `given` licences from before this node first read the chain; the owner decides about them together. */
    found: z.int(),
  }),
});
export type Library = z.infer<typeof library>;

export const getLibrary = {
  method: 'GET',
  path: '/local/library',
  summary: 'List the licences of the owner, newest first',
  query: listQuery.extend({ shown: shownLicences.default('kept') }),
  answers: { 200: { description: 'A page', schema: library } },
} as const satisfies EndpointContract;

const byLicence = z.object({ address: anyAddress });

export const postDeliver = {
  method: 'POST',
  path: '/local/library/{address}/deliver',
  summary: 'Accept a licence, and start to fetch its content',
  params: byLicence,
  answers: { 200: { description: 'The licence', schema: ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const postDecline = {
  method: 'POST',
  path: '/local/library/{address}/decline',
  summary: 'Decline a licence that was not bought here; its content is not fetched',
  params: byLicence,
  answers: { 200: { description: 'The licence', schema: ownedLicence } },
  problems: ['not_found', 'chain_unavailable'],
} as const satisfies EndpointContract;

export const getReceipt = {
  method: 'GET',
  path: '/local/library/{address}/receipt',
  summary: 'Download the receipt of a licence',
  params: byLicence,
  answers: { 200: { description: 'The receipt', mediaType: 'application/json' } },
  problems: ['not_found'],
} as const satisfies EndpointContract;

/** Whether to deliver all of them, or to decide about each. */
export const foundLicencesDecision = z.object({ answer: z.enum(['deliver_all', 'decide_each']) });
export type FoundLicencesDecision = z.infer<typeof foundLicencesDecision>;

export const postFound = {
  method: 'POST',
  path: '/local/library/found',
  summary: 'Accept or decline the licences that the first read of the chain found',
  body: { schema: foundLicencesDecision },
  answers: { 200: { description: 'Done', schema: done } },
  problems: ['chain_unavailable'],
} as const satisfies EndpointContract;
