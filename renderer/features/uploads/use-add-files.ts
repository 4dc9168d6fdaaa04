import { useLocation, useNavigate } from 'react-router';
import { publishPath } from '../../lib/paths.ts';
import { useUploadQueue } from './uploads.tsx';

/** Returns a function that starts uploads and shows them. */
export function useAddFiles(): (files: File[]) => void {
  const queue = useUploadQueue();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (files) => {
    if (files.length === 0) return;
    queue.add(files);
    // The page that selects a file to sell shows uploads, too.
    if (pathname !== publishPath) void navigate('/content');
  };
}
