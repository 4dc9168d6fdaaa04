/**
 * Operation codes (first 32 bits) of the messages that the node writes or reads (scheme.tlb; TEP-62 for the transfer).
 */
export const operations = {
  register_content: 0x00d00ed9,
  set_platform_metadata: 0x6b2e2665,
  content_init: 0x146c3445,
  purchase_licence: 0x6e52391d,
  set_content_terms: 0x6a3c62a4,
  offer_licence: 0x1fe44f87,
  buy_licence: 0x6401a558,
  pay_share: 0x420b445a,
  top_up: 0x5372158c,
  licence_issued: 0x29f8bb6d,
  content_changed: 0x4c787d8f,
  licence_moved: 0x178b7ca6,
  licence_offered: 0x5264b3ce,
  nft_transfer: 0x5fcc3d14,
} as const;
