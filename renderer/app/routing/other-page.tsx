import { Navigate, useLocation } from 'react-router';
import { movedPath } from '../../lib/paths.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Redirects a path of an earlier version, and explains an unknown one. */
export function OtherPage() {
  const { pathname, search, hash } = useLocation();
  const moved = movedPath(pathname);
  return moved ? <Navigate to={{ pathname: moved, search, hash }} replace /> : <NotFoundPage />;
}
