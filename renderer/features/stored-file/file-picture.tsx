import { useRef } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { Cover } from '../../ui/media/cover.tsx';
import { useWantedMedia } from '../media/index.ts';
import { plainType } from './encryption-labels.ts';
import { noPictureLabel, pictureOf } from './file-labels.ts';

interface FilePictureProps {
  content: LocalContent;
  /** Width and height in pixels. */
  size: number;
}

/** Shows the picture of a file in a row; requests it if it is missing. */
export function FilePicture({ content, size }: FilePictureProps) {
  const box = useRef<HTMLDivElement>(null);
  useWantedMedia(box, content);
  return (
    <div ref={box} title={noPictureLabel(content)} style={{ flexShrink: 0 }}>
      <Cover url={pictureOf(content)} contentType={plainType(content)} size={size} />
    </div>
  );
}
