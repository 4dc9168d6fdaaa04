import type { DragEventHandler, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import type { Among } from '../../lib/among.ts';
import type { BackState } from '../navigation/back-link.tsx';
import classes from './tile.module.css';
import { TileAuthor } from './tile-author.tsx';
import { TilePicture } from './tile-picture.tsx';
import { shapeOf } from './tile-shape.ts';

interface TileProps {
  to: string;
  /** Name of the page with this tile. */
  backLabel: string;
  /** The list with this tile. */
  among?: Among;
  title: string;
  /** Shown below the title; with `isName`, it is a name and not to be translated. */
  note: string;
  isName?: boolean;
  /** The wallet of the author who is named in the note. */
  authorAddress?: string | null;
  /** Further texts for screen readers, after title and note. */
  rest?: readonly string[];
  picture: {
    url: string | null;
    contentType: string;
    /** Determines the colours of a tile without a picture. */
    id: string;
    /** Why there is no picture. */
    title?: string | undefined;
  };
  /** Whether the other tiles may have other shapes. */
  hasMixedShapes: boolean;
  /** Shown on the picture. */
  children?: ReactNode;
  onDragStart?: DragEventHandler<HTMLElement>;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Shows an item as a picture with its title; links to its page and that of its author. It consists of plain elements,
 * because scrolling renders many of them.
 */
export function Tile({
  to,
  backLabel,
  among,
  title,
  note,
  isName = false,
  rest: extraFacts = [],
  ...props
}: TileProps) {
  const { authorAddress = null, picture, hasMixedShapes, children, onDragStart, ref } = props;
  const shape = shapeOf(picture.contentType);
  const state: BackState = { backLabel };
  return (
    <div className={classes.tile}>
      <Link
        ref={ref}
        to={to}
        state={{ ...state, title, ...(among && { among }) } satisfies BackState}
        className={classes.link}
        onDragStart={onDragStart}
      >
        {/* Screen readers get the title first. */}
        <div
          className={classes.frame}
          data-mixed={hasMixedShapes || undefined}
          title={picture.title}
          aria-hidden
        >
          <div className={classes.picture} data-shape={shape}>
            <TilePicture
              url={picture.url}
              contentType={picture.contentType}
              id={picture.id}
              shape={shape}
              // In a mixed list, the tallest photos fill the square that all kinds have.
              {...(hasMixedShapes && shape === 'photo' && { ratio: 1 })}
            />
            {children}
          </div>
        </div>
        <p className={classes.title} title={title} translate="no">
          {title}
          <span className={classes.hidden}>
            {authorAddress === null ? ', ' : `, ${[note, ...extraFacts].join(', ')}`}
          </span>
        </p>
        {authorAddress === null && (
          <p className={classes.note} translate={isName ? 'no' : undefined}>
            {note}
            <span className={classes.hidden}>{extraFacts.map((part) => `, ${part}`).join('')}</span>
          </p>
        )}
      </Link>
      {authorAddress !== null && <TileAuthor address={authorAddress} name={note} state={state} />}
    </div>
  );
}

interface TileBadgeProps {
  at: 'top' | 'bottom';
  isStrong?: boolean;
  isLight?: boolean;
  children: ReactNode;
}

/** Shows a short text on the picture of a tile. */
export function TileBadge({ at, isStrong = false, isLight = false, children }: TileBadgeProps) {
  return (
    <span
      className={classes.badge}
      data-at={at}
      data-strong={isStrong || undefined}
      data-light={isLight || undefined}
    >
      {children}
    </span>
  );
}
