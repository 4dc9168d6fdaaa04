export type { FrameEnd } from './frame-guard.ts';
export { listenToFrame, sendToFrame } from './frame-messages.ts';
export { linkRenewal } from './link-renewal.ts';
export { useAccessLink } from './use-access-link.ts';
