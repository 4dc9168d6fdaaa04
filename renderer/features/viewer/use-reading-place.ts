import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { readPosition, sendPosition } from '../../lib/api/playback-position.ts';
import { type ReadingPlace, viewerKindOf } from '../../viewer/messages.ts';
import { takeFormerPlace } from './former-places.ts';
import { PlaceRecorder, placeOf, positionOf } from './reading-position.ts';

/** Where a book is opened, and how its place is kept. */
interface Reading {
  /** Whether the stored place is known, or does not matter. */
  isKnown: boolean;
  /** Returns the last place; undefined at the beginning. */
  place(): ReadingPlace | undefined;
  follow(place: ReadingPlace): void;
}

/** Keeps the place of a reader on the node. */
export function useReadingPlace(contentId: string, contentType: string): Reading {
  const isBook = viewerKindOf(contentType) === 'epub';
  const node = useDashboardClient();
  const { data, isError } = useQuery({
    queryKey: ['position', contentId],
    queryFn: ({ signal }) => readPosition(node, contentId, signal),
    ...{ enabled: isBook, gcTime: 0, staleTime: 0 },
  });
  const queries = useQueryClient();
  const latest = useRef<ReadingPlace>(undefined);
  const recorder = useRef<PlaceRecorder>(undefined);
  useEffect(() => {
    const ofContent = new PlaceRecorder(async (place) => {
      const length = place.chapters ?? 1;
      await sendPosition(node, contentId, { unit: 'chapters', position: positionOf(place), length });
      await queries.invalidateQueries({ queryKey: ['content', 'unfinished'] });
    });
    recorder.current = ofContent;
    const onPageHide = () => ofContent.save();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      ofContent.save();
      latest.current = undefined;
    };
  }, [node, queries, contentId]);
  return {
    isKnown: !isBook || data !== undefined || isError,
    place: () => {
      if (data)
        latest.current ??= data.position === null ? takeFormerPlace(contentId) : placeOf(data.position);
      return latest.current;
    },
    follow: (place) => {
      latest.current = place;
      // A stored place that could not be read must not be replaced by the beginning.
      if (data) recorder.current?.follow(place);
    },
  };
}
