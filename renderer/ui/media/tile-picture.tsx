import type { Icon as TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { contentIcon } from './content-icon.ts';
import classes from './tile-picture.module.css';
import { type TileShape, tileRatios } from './tile-shape.ts';

interface TilePictureProps {
  /** URL of a still picture; null if there is none. */
  url: string | null;
  contentType?: string;
  /** Shown if there is no picture, instead of the icon of `contentType`. */
  icon?: TablerIcon;
  /** Determines the colours of a tile without a picture. */
  id: string;
  shape?: TileShape;
  /** Width divided by height. Default: that of the shape. */
  ratio?: number;
}

/** Shows the picture of a tile, or an icon on a gradient. The title is below it. */
export function TilePicture(props: TilePictureProps) {
  const { url, contentType = '', icon, id, shape = 'square', ratio = tileRatios[shape] } = props;
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = icon ?? contentIcon(contentType);
  const isShown = url !== null && url !== broken;
  return (
    <div
      className={classes.picture}
      data-shape={shape}
      data-bare={isShown || undefined}
      style={{ aspectRatio: ratio, ...(!isShown && { '--hue': hueOf(id) }) }}
    >
      {isShown ? (
        <img
          // A private node serves files only to its own dashboard, which it recognises by the referrer.
          referrerPolicy="origin"
          src={url}
          alt=""
          // The tile as a whole is dragged instead.
          draggable={false}
          data-kind={contentType === 'application/pdf' ? 'pdf' : undefined}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      ) : (
        <Icon size={44} stroke={1.2} aria-hidden />
      )}
    </div>
  );
}

/** Returns the same hue, in degrees, for the same id. */
function hueOf(id: string): number {
  let hue = 0;
  for (const letter of id.slice(-8)) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hue;
}
