export type { FrameEnd } from './frame-watch.ts';
export { linkRenewal } from './link-renewal.ts';
export { useOpened } from './use-opened.ts';
export { sendToFrame, watchFrame } from './watch-frame.ts';
