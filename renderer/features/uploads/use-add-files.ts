import { useUploadQueue } from './uploads.tsx';

/** Returns a function that starts uploads; the page stays. */
export function useAddFiles(): (files: File[]) => void {
  const queue = useUploadQueue();
  return (files) => {
    if (files.length > 0) queue.add(files);
  };
}
