import { Navigate, useLocation } from 'react-router';
import { settingUrl } from './sections.ts';

/** Opens the page of the setting in the URL, such as `/settings#storage.quota_bytes`; the first page without one. */
export function SettingsStartPage() {
  return <Navigate to={settingUrl(useLocation().hash.slice(1))} replace />;
}
