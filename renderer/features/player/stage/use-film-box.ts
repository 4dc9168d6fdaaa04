import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useFilmPlace } from '../player-context.tsx';

interface FilmBox {
  /** `place`: over its place in the page; `window`: in the small window. */
  where: 'place' | 'window';
  /** Position in the document, so that it scrolls with the page without a delay. */
  style: CSSProperties;
}

/** The part of the place that is visible while the film stays there. */
const leastVisible = 0.3;

/** Measures the place of the film in the page, again after every change of the layout. */
export function useFilmBox(stage: RefObject<HTMLElement | null>): FilmBox {
  const filmPlace = useFilmPlace();
  const place = useSyncExternalStore(filmPlace.subscribe, filmPlace.element);
  const [style, setStyle] = useState<CSSProperties>({});
  const [isSeen, setSeen] = useState(true);

  useLayoutEffect(() => {
    if (!place) return;
    const measure = () => {
      const { top, left, width, height } = place.getBoundingClientRect();
      const origin = (stage.current?.offsetParent ?? document.documentElement).getBoundingClientRect();
      setStyle({ top: top - origin.top, left: left - origin.left, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    // What is above the place changes the height of the page.
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [place, stage]);

  useEffect(() => {
    if (!place) return;
    setSeen(true);
    const observer = new IntersectionObserver(
      ([entry]) => setSeen(entry === undefined || entry.intersectionRatio >= leastVisible),
      { threshold: leastVisible },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);

  return { where: place && isSeen ? 'place' : 'window', style };
}
