import type { Showing, Shown } from './main.ts';
import { lookOf } from './messages.ts';

/** Plays sound or film. A link that ends in the middle is replaced, and it goes on in the same second. */
export function showMedia({ root, url, contentType, name, onShown, onFailed, onStale }: Showing): Shown {
  const player = document.createElement(lookOf(contentType) === 'audio' ? 'audio' : 'video');
  player.controls = true;
  player.preload = 'metadata';
  player.setAttribute('aria-label', name);
  let next: string | undefined;
  let asked = false;

  const goOn = (link: string) => {
    const { currentTime, paused, playbackRate } = player;
    player.src = link;
    player.currentTime = currentTime;
    player.playbackRate = playbackRate;
    if (!paused) void player.play();
  };
  player.addEventListener('loadeddata', () => {
    asked = false;
    onShown();
  });
  player.addEventListener('error', () => {
    if (next !== undefined) {
      const link = next;
      next = undefined;
      goOn(link);
    } else if (asked) {
      onFailed();
    } else {
      asked = true;
      onStale();
    }
  });
  player.src = url;
  root.append(player);
  return {
    relink: (link) => {
      // What plays has a connection that stays; a new one is needed when it seeks after a pause.
      if (asked || player.paused) goOn(link);
      else next = link;
    },
  };
}
