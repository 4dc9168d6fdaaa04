import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';

/**
 * Opens the first page of the settings at once. Only a URL with a setting loads the code that knows the pages of all
 * settings.
 */
export function SettingsStart({ SettingPage }: { SettingPage: ComponentType }) {
  return useLocation().hash === '' ? <Navigate to={paths.general} replace /> : <SettingPage />;
}
