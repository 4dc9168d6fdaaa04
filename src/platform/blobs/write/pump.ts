import type { Readable } from 'node:stream';
import { freeChunk } from '../../../core/bytes/free-memory.ts';

export interface Pump {
  /** Resolves when the source has ended and all bytes were taken. */
  done: Promise<void>;
  /** Stops reading; `done` rejects with the reason. */
  stop: (reason: unknown) => void;
}

/**
 * Passes every chunk of a stream to `take`, which keeps no reference to its memory, and waits while `take` is busy.
 * Keeps an error listener on the stream permanently, since an unhandled stream error ends the process. Never destroys
 * the stream.
 */
export function pump(source: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Pump {
  let stop: Pump['stop'] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    let over = false;
    let taking: Promise<void> | undefined;
    const settle = (finish: () => void) => {
      if (over) return;
      over = true;
      source.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      finish();
    };
    stop = (reason) => settle(() => reject(reason));
    const goOn = () => {
      taking = undefined;
      if (!over) source.resume();
    };
    const onData = (chunk: Buffer) => {
      try {
        taking = take(chunk);
      } catch (error) {
        stop(error);
      }
      freeChunk(source, chunk);
      if (!taking) return;
      source.pause();
      taking.then(goOn, stop);
    };
    // A stream may end while it is paused, so the last chunk may still be pending.
    const onEnd = () => {
      source.off('close', onClose);
      if (taking) taking.then(() => settle(resolve), stop);
      else settle(resolve);
    };
    const onClose = () => stop(new Error('The source closed before its end'));
    source.on('error', stop);
    if (source.readableEnded) onEnd();
    else if (source.destroyed) stop(source.errored ?? new Error('The source was closed already'));
    else source.on('data', onData).on('end', onEnd).on('close', onClose);
  });
  return { done, stop };
}
