import { Center } from '@mantine/core';
import { IconFile, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';

interface CoverProps {
  /** Of this node; null: there is none here. */
  url: string | null;
  /** Of what it covers. */
  contentType: string;
  /** In pixels. */
  size: number;
}

const icons: Record<string, typeof IconFile> = { audio: IconMusic, video: IconVideo, image: IconPhoto };

/** The picture of a content, or else what kind of file it is. Its title stands beside it. */
export function Cover({ url, contentType, size }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = icons[contentType.split('/', 1)[0] ?? ''] ?? IconFile;
  const isShown = url !== null && url !== broken;
  return (
    <Center
      w={size}
      h={size}
      bdrs="sm"
      bg="var(--alcove-hover)"
      c="dimmed"
      style={{ overflow: 'hidden', flexShrink: 0 }}
    >
      {isShown ? (
        <img
          // A private node gives files to its own dashboard only, which it knows by this.
          referrerPolicy="origin"
          src={url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          style={{ objectFit: 'cover' }}
          onError={() => setBroken(url)}
        />
      ) : (
        <Icon size={size / 2} stroke={1.4} aria-hidden />
      )}
    </Center>
  );
}
