import type { Readable } from 'node:stream';

/** A source that is being read. */
export interface Pump {
  /** Resolves when the source has ended and everything was taken. */
  done: Promise<void>;
  /** Reads no further; `done` rejects with the reason. */
  stop: (reason: unknown) => void;
}

/**
 * Hands every chunk of a stream to `take` and waits while that is busy. It listens for the stream's errors from the
 * call on and ever after, since a stream that fails unheard ends the process. It never destroys the stream.
 */
export function pump(source: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Pump {
  let stop: Pump['stop'] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    let over = false;
    const end = (finish: () => void) => {
      if (over) return;
      over = true;
      source.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      finish();
    };
    stop = (reason) => end(() => reject(reason));
    const onEnd = () => end(resolve);
    const onClose = () => stop(new Error('The source closed before its end'));
    const goOn = () => {
      if (!over) source.resume();
    };
    const onData = (chunk: Buffer) => {
      try {
        const taken = take(chunk);
        if (!taken) return;
        source.pause();
        taken.then(goOn, stop);
      } catch (error) {
        stop(error);
      }
    };
    source.on('error', stop);
    if (source.readableEnded) onEnd();
    else if (source.destroyed) stop(source.errored ?? new Error('The source was closed already'));
    else source.on('data', onData).on('end', onEnd).on('close', onClose);
  });
  return { done, stop };
}
