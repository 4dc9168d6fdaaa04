import { type RefObject, useEffect } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { mediaMaker, viewerKindOf } from '../../viewer/messages.ts';
import { mediaQueue } from './media-queue.ts';

/**
 * Returns whether the media facts of a content can be made, and this version has not tried to make them. Of an encrypted
 * file with its key, only a missing length of sound or film is made.
 */
export function needsMedia({
  content_type: type,
  media,
  encrypted,
  damage,
}: Pick<LocalContent, 'content_type' | 'media' | 'encrypted' | 'damage'>): boolean {
  if (encrypted) {
    const isPlayed = ['audio', 'video'].includes(viewerKindOf(encrypted.plain_type) ?? '');
    return isPlayed && encrypted.key && damage === null && media === null;
  }
  const kind = viewerKindOf(type);
  const isMedia = kind !== undefined && kind !== 'text';
  return isMedia && damage === null && (media === null || media.maker < mediaMaker);
}

/** Functions that are called when an element becomes visible; each returns a function for when it disappears. */
const appear = new WeakMap<Element, () => () => void>();
const disappear = new WeakMap<Element, () => void>();

let shared: IntersectionObserver | undefined;

/**
 * Returns the observer of all tiles and rows, because one observer of many elements takes less time than many
 * observers.
 */
function observer(): IntersectionObserver {
  shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      disappear.get(target)?.();
      disappear.delete(target);
      const hide = isIntersecting ? appear.get(target)?.() : undefined;
      if (hide) disappear.set(target, hide);
    }
  });
  return shared;
}

/** Makes the media facts of a content with priority while its tile or row is visible. */
export function useWantedMedia(element: RefObject<Element | null>, content: LocalContent): void {
  const isWanted = needsMedia(content);
  const { content_id: id, content_type: type, size, encrypted } = content;
  const contentType = encrypted?.plain_type ?? type;
  const lengthOnly = encrypted !== null;
  useEffect(() => {
    const target = element.current;
    if (!isWanted || !target) return;
    appear.set(target, () => mediaQueue.prioritise({ id, contentType, size, lengthOnly }));
    observer().observe(target);
    return () => {
      observer().unobserve(target);
      disappear.get(target)?.();
      disappear.delete(target);
    };
  }, [element, isWanted, id, contentType, size, lengthOnly]);
}
