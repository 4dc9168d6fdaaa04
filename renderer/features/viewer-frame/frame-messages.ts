import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FromViewer, ToViewer } from '../../viewer/messages.ts';
import { type FrameEnd, FrameGuard } from './frame-guard.ts';

/** Handles the messages of a frame that may be hostile or unresponsive. @returns a function that ends the watch */
export function listenToFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  loadingTicks: number,
  onMessage: (message: FromViewer) => void,
  onEnd: (end: FrameEnd) => void,
): () => void {
  const guard = new FrameGuard({
    ping: () => sendToFrame(frame.current, { kind: 'ping' }),
    isVisible: () => document.visibilityState === 'visible',
    loadingTicks,
    onMessage,
    // The frame is removed synchronously, because that ends its process.
    onEnd: (end) => flushSync(() => onEnd(end)),
  });
  const listen = (event: MessageEvent<unknown>) => {
    const source = frame.current?.contentWindow;
    if (source && event.source === source) guard.hear(() => event.data);
  };
  window.addEventListener('message', listen);
  return () => {
    guard.stop();
    window.removeEventListener('message', listen);
  };
}

// The target origin is `*`, because an opaque origin cannot be named.
export const sendToFrame = (frame: HTMLIFrameElement | null, message: ToViewer) =>
  frame?.contentWindow?.postMessage(message, '*');
