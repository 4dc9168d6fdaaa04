/** A film with fewer pictures may be a still one. */
const leastFrames = 5;
/** What stands still for so many of its usual distances between two pictures has none any more. */
const manyFrames = 10;
/** In seconds; a slow computer leaves pictures out. */
const leastGap = { playing: 5, atEnd: 1 };

/**
 * Tells when the picture of a film stops while it plays on, and when it moves again. A browser shows the last picture that
 * it could read until the film is over.
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
  // In a hidden window and during a search no picture is shown: counting begins anew.
  const forget = () => {
    frames = 0;
  };
  next();
  player.addEventListener('timeupdate', () => look(leastGap.playing));
  player.addEventListener('ended', () => look(leastGap.atEnd));
  player.addEventListener('seeking', forget);
  document.addEventListener('visibilitychange', forget);
}
