import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { itemTitle } from '../../lib/market-words.ts';

interface PlayerProps {
  item: MarketItem;
  /** Of this node. */
  url: string;
  /** Called where it cannot be shown: its type is what its author says, and need not be true. */
  onBroken(): void;
}

/** Sound, film and pictures in place; nothing for other files. */
export function Player({ item, url, onBroken }: PlayerProps) {
  const title = itemTitle(item);
  const controls = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: onBroken,
    ...(!item.downloadable && { controlsList: 'nodownload' }),
  } as const;
  const [kind] = item.content_type.split('/', 1);
  // What authors publish has no captions beside it.
  if (kind === 'audio') return <audio {...controls} style={{ width: '100%' }} />;
  if (kind === 'video') {
    return (
      <video
        {...controls}
        poster={item.cover_url ?? undefined}
        style={{ width: '100%', maxHeight: '26rem', borderRadius: 'var(--mantine-radius-sm)' }}
      />
    );
  }
  if (kind === 'image') {
    return (
      <img
        src={url}
        alt={title}
        onError={onBroken}
        style={{ maxWidth: '100%', maxHeight: '26rem', objectFit: 'contain', margin: '0 auto' }}
      />
    );
  }
  return null;
}
