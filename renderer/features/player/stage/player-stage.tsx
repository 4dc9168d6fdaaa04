import { ActionIcon } from '@mantine/core';
import { IconArrowsMove, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { useBackState } from '../../../ui/navigation/use-back-state.ts';
import { viewerKindOf } from '../../../viewer/messages.ts';
import { currentTrack, trackAhead } from '../model/player-state.ts';
import type { QueueItem } from '../model/queue.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import classes from './player-stage.module.css';
import { CurrentTrack, TrackAhead } from './tracks.tsx';
import { useFilmBox } from './use-film-box.ts';
import { usePlayerFrame } from './use-player-frame.ts';

/** Plays the queue in one frame, whose position in the document never changes, because moving a frame reloads it. */
export function PlayerStage() {
  const item = usePlayerState(currentTrack);
  const isOpen = usePlayerState((state) => state.isOpen);
  const loadId = usePlayerState((state) => state.loadId);
  // A frame that no longer responds is replaced only for the next load, because this track may be the cause.
  const [deadLoad, setDeadLoad] = useState<number | null>(null);
  const store = usePlayerStore();
  const [markDead] = useState(() => () => setDeadLoad(store.state().loadId));
  if (!item || !isOpen || deadLoad === loadId) return null;
  return <Stage item={item} onDead={markDead} />;
}

const corners = ['bottom-end', 'bottom-start', 'top-start', 'top-end'] as const;

function Stage({ item, onDead }: { item: QueueItem; onDead: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [corner, setCorner] = useState(0);
  const isFilm = viewerKindOf(item.content.contentType) === 'video';
  const isClosed = usePlayerState(({ isWindowClosed }) => isWindowClosed);
  const { where, style } = useFilmBox(box);
  const isFull = useFullScreen(box);
  const isInWindow = isFilm && where === 'window' && !isFull;
  const mode = !isFilm || (isInWindow && isClosed) ? 'hidden' : where;
  const link = usePlayerFrame(frame, isFilm && !isInWindow, onDead);
  return (
    <section
      ref={box}
      className={classes.stage}
      data-mode={mode}
      data-corner={corners[corner]}
      aria-label={t('player.film')}
      aria-hidden={mode === 'hidden'}
      style={mode === 'place' ? style : undefined}
    >
      <iframe
        ref={frame}
        title={item.content.title}
        src="/viewer/frame.html"
        sandbox="allow-scripts"
        allow="autoplay"
        tabIndex={mode === 'place' ? 0 : -1}
      />
      {mode === 'place' && <FullScreenButton box={box} frame={frame} />}
      {mode === 'window' && (
        <WindowControls item={item} onMove={() => setCorner((corner + 1) % corners.length)} />
      )}
      {link && <Tracks item={item} link={link} />}
    </section>
  );
}

function Tracks({ item, link }: Omit<Parameters<typeof CurrentTrack>[0], never>) {
  const ahead = usePlayerState(trackAhead);
  const startId = usePlayerState((state) => state.startId);
  const isReady = usePlayerState((state) => state.isReady);
  return (
    <>
      <CurrentTrack key={item.key} item={item} link={link} />
      {/* Only when the current track is shown, because that must be loaded first. */}
      {ahead && isReady && (
        <TrackAhead
          key={`${ahead.key} ${startId}`}
          item={ahead}
          link={link}
          startId={startId}
          isRepeated={ahead.content.id === item.content.id}
        />
      )}
    </>
  );
}

/** The controls of the small window: a link to the film's page, moving to another corner, and closing. */
function WindowControls({ item, onMove }: { item: QueueItem; onMove: () => void }) {
  const store = usePlayerStore();
  const { id, title } = item.content;
  const backState = useBackState();
  const move = t('player.window.move');
  const close = t('player.window.close');
  return (
    <>
      <Link
        to={itemPathOf(id)}
        state={backState}
        className={classes.back}
        aria-label={t('player.window.back', { title })}
        title={t('player.window.back', { title })}
      />
      <div className={classes.controls}>
        <ActionIcon variant="default" size="md" aria-label={move} title={move} onClick={onMove}>
          <IconArrowsMove size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={close}
          title={close}
          onClick={() => store.closeWindow()}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
}

function useFullScreen(box: React.RefObject<HTMLElement | null>): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(box.current !== null && document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);
  return isFull;
}
