/** A film with fewer frames may contain a still image. */
const leastFrames = 5;
/** The picture has stopped after this many times the usual interval between two frames. */
const manyFrames = 10;
/** In seconds; a slow computer skips frames. */
const leastGap = { playing: 5, atEnd: 1 };

/**
 * Reports when the picture of a film stops while the sound plays on, and when it moves again. A browser shows the last
 * frame that it could decode until the end of the film.
 */
export function watchPicture(player: HTMLVideoElement, onStop: () => void, onMove: () => void): void {
  let frames = 0;
  let first = { time: 0, number: 0 };
  let last = 0;
  let isStopped = false;

  const next = () =>
    player.requestVideoFrameCallback((_now, { mediaTime: time, presentedFrames: number }) => {
      if (frames === 0 || time < last) first = { time, number };
      frames = number - first.number + 1;
      last = time;
      if (isStopped) onMove();
      isStopped = false;
      next();
    });
  const look = (least: number) => {
    if (isStopped || frames < leastFrames || player.seeking || document.hidden) return;
    const usual = (last - first.time) / (frames - 1);
    if (player.currentTime - last <= Math.max(least, manyFrames * usual)) return;
    isStopped = true;
    onStop();
  };
  // No frames are shown in a hidden window or during a seek, so that counting restarts.
  const forget = () => {
    frames = 0;
  };
  next();
  player.addEventListener('timeupdate', () => look(leastGap.playing));
  player.addEventListener('ended', () => look(leastGap.atEnd));
  player.addEventListener('seeking', forget);
  document.addEventListener('visibilitychange', forget);
}
