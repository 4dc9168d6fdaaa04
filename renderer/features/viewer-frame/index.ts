export type { FrameEnd } from './frame-guard.ts';
export { listenToFrame, sendToFrame } from './frame-messages.ts';
export { linkRenewal } from './link-renewal.ts';
export { useOpened } from './use-opened.ts';
