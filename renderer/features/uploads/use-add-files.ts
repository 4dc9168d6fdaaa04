import { useLocation, useNavigate } from 'react-router';
import { publishPath } from '../../lib/paths.ts';
import { useUploadQueue } from './uploads.tsx';

/** Starts uploads and shows them. */
export function useAddFiles(): (files: File[]) => void {
  const queue = useUploadQueue();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (files) => {
    if (files.length === 0) return;
    queue.add(files);
    // Where one chooses what to publish, uploads are shown as well.
    if (pathname !== publishPath) void navigate('/content');
  };
}
