import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const alcove: MantineColorsTuple = [
  '#edf7f8',
  '#dceced',
  '#b6d8da',
  '#8cc2c6',
  '#69b0b5',
  '#52a4aa',
  '#2f8389',
  '#25757b',
  '#1a646a',
  '#065056',
];

/** Every token of the look; components take theirs from here. */
export const theme = createTheme({
  colors: { alcove },
  primaryColor: 'alcove',
  primaryShade: 7,
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "Noto Sans Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  components: {
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500 } },
    Alert: { defaultProps: { variant: 'light' } },
  },
});

/** Mantine's dimmed text has too little contrast for small type; the canvas sets the cards off. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--alcove-canvas': 'var(--mantine-color-gray-0)',
    '--alcove-surface': 'var(--mantine-color-white)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--alcove-canvas': 'var(--mantine-color-dark-8)',
    '--alcove-surface': 'var(--mantine-color-dark-7)',
  },
});
