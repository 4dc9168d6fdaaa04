/**
 * Operation codes (first 32 bits) of the messages that the node writes or reads (scheme.tlb; TEP-62 for the transfer).
 */
export const operations = {
  register_content: 0x00d00ed9,
  set_platform_metadata: 0x6b2e2665,
  propose_owner: 0x6ebf14e3,
  accept_owner: 0x07e99360,
  content_init: 0x33464ea6,
  purchase_licence: 0x175cd5f8,
  set_content_terms: 0x6a3c62a4,
  offer_licence: 0x1fe44f87,
  buy_licence: 0x2d4029eb,
  destroy_licence: 0x0a5dd4b6,
  pay_share: 0x420b445a,
  top_up: 0x5372158c,
  licence_issued: 0x0010bedf,
  content_changed: 0x4c787d8f,
  licence_moved: 0x7c01c117,
  licence_offered: 0x5264b3ce,
  licence_destroyed: 0x509e53c5,
  nft_transfer: 0x5fcc3d14,
} as const;
