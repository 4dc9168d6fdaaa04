import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useVideoContainer } from '../player-context.tsx';

interface FilmBox {
  /** `place`: over its element in the page; `window`: in the small window. */
  where: 'place' | 'window';
  /** Position in the document, because the film then scrolls with the page without a delay. */
  style: CSSProperties;
}

/** Smallest visible fraction of the element for which the film stays over it. */
const minVisible = 0.3;

/** Measures the element of the film in the page, again after every change of the layout. */
export function useFilmBox(stage: RefObject<HTMLElement | null>): FilmBox {
  const videoContainer = useVideoContainer();
  const element = useSyncExternalStore(videoContainer.subscribe, videoContainer.element);
  const [style, setStyle] = useState<CSSProperties>({});
  const [isSeen, setSeen] = useState(true);

  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect();
      const origin = (stage.current?.offsetParent ?? document.documentElement).getBoundingClientRect();
      setStyle({ top: top - origin.top, left: left - origin.left, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Changes above the element change the height of the page.
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, stage]);

  useEffect(() => {
    if (!element) return;
    setSeen(true);
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page receives several at once; the last one is the current.
        const entry = entries.at(-1);
        if (entry) setSeen(entry.intersectionRatio >= minVisible);
      },
      { threshold: minVisible },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  return { where: element && isSeen ? 'place' : 'window', style };
}
