import { useNavigate } from 'react-router';
import { useUploadQueue } from './uploads.tsx';

/** Starts uploads and shows them. */
export function useAddFiles(): (files: File[]) => void {
  const queue = useUploadQueue();
  const navigate = useNavigate();
  return (files) => {
    if (files.length === 0) return;
    queue.add(files);
    void navigate('/content');
  };
}
