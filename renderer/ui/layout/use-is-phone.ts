import { useMatches } from '@mantine/core';

/** Returns whether the window is as narrow as a phone, with the navigation below the page. */
export const useIsPhone = (): boolean =>
  useMatches({ base: true, xs: false }, { getInitialValueInEffect: false });
