import type { Icon as TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { contentIcon } from './content-icon.ts';
import classes from './cover.module.css';

interface CoverProps {
  /** URL of a stored image; null if there is none. */
  url: string | null;
  contentType?: string;
  /** Shown if there is no picture, instead of the icon of `contentType`. */
  icon?: TablerIcon;
  /** Width and height in pixels. */
  size: number;
}

/**
 * Shows the cover of a content, or an icon of its kind. The title is beside it. It consists of plain elements, because
 * scrolling renders many of them.
 */
export function Cover({ url, contentType = '', icon, size }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = icon ?? contentIcon(contentType);
  const isShown = url !== null && url !== broken;
  return (
    <div className={classes.cover} style={{ width: size, height: size }}>
      {isShown ? (
        <img
          // A private node serves files only to its own dashboard, which it recognises by the referrer.
          referrerPolicy="origin"
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      ) : (
        <Icon size={size / 2} stroke={1.4} aria-hidden />
      )}
    </div>
  );
}
