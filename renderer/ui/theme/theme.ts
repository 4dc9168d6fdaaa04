import {
  Alert,
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';

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

/** Mantine's greys of the dark scheme, with the tint of the canvas and the surfaces. */
const dark: MantineColorsTuple = [
  '#c9d1d4',
  '#b4bec2',
  '#828e93',
  '#667176',
  '#3a444a',
  '#2d363b',
  '#21282c',
  '#171c1f',
  '#12171a',
  '#0f1315',
];

/** Height of the header, in pixels; sticky elements are placed below it. */
export const headerHeight = 56;

/** Returns a text colour of the theme that is readable on the surface and on a tint of the same colour. */
export function readableColor(color: string): string {
  return `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9) 70%, black), var(--mantine-color-${color}-3))`;
}

/** Returns a tint of the surface, which is less prominent than a saturated colour. */
function tint(color: string, share: number): string {
  return `color-mix(in srgb, var(--mantine-color-${color}-6) ${share}%, var(--alcove-surface))`;
}

/** The heading of a dialog is not a page heading for screen readers. */
const noBanner = { header: { role: 'none' } };

/** A file name of 200 characters would fill the dialog on a phone. */
const dialogTitle = {
  fontWeight: 600,
  lineHeight: 1.35,
  // Leaves space for the close button.
  marginInlineEnd: 'var(--mantine-spacing-xs)',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
} as const;

/** The appearance of components without texts of their own. */
const components = {
  Card: { defaultProps: { withBorder: true, padding: 'lg' } },
  Tooltip: {
    defaultProps: {
      openDelay: 300,
      events: { hover: true, focus: true, touch: false },
      // Wraps to two lines instead of exceeding the width of a phone.
      multiline: true,
      w: 'max-content',
      maw: 'min(20rem, calc(100vw - 1rem))',
    },
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
  Button: Button.extend({
    // The smallest size meets the minimum target size (WCAG 2.5.8).
    vars: (_theme, { size }) => ({
      root: size === 'compact-xs' ? { '--button-height': '1.5rem' } : {},
    }),
    styles: {
      // Wraps to two lines in narrow places.
      label: { whiteSpace: 'normal', overflowWrap: 'anywhere', height: 'auto', lineHeight: 1.25 },
    },
  }),
  Badge: Badge.extend({
    defaultProps: { tt: 'none', fw: 500 },
    vars: (_theme, { color = 'alcove' }) => ({
      root: { '--badge-bg': tint(color, 15), '--badge-color': readableColor(color) },
    }),
  }),
  Alert: Alert.extend({
    vars: (_theme, { color = 'alcove' }) => ({
      root: {
        '--alert-bg': tint(color, 9),
        '--alert-bd': `1px solid ${tint(color, 35)}`,
        '--alert-color': readableColor(color),
      },
    }),
  }),
  Spoiler: { styles: { control: { fontSize: 'var(--mantine-font-size-sm)' } } },
  EmptyState: {
    defaultProps: { py: { base: 0, sm: 'xl' } },
    styles: { actions: { justifyContent: 'center' } },
  },
  ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
  Menu: { defaultProps: { position: 'bottom-end', withInitialFocusPlaceholder: false } },
} satisfies MantineThemeComponents;

/** Creates the theme with all design tokens, again for each language. */
export const createAppTheme = () =>
  createTheme({
    colors: { alcove, dark },
    primaryColor: 'alcove',
    primaryShade: 7,
    // `xs`: a phone; `wide`: enough space for labels beside the icons of the navigation.
    breakpoints: { xs: '37.5em', wide: '68.75em' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    autoContrast: true,
    respectReducedMotion: true,
    fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontFamilyMonospace:
      'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "Noto Sans Mono", monospace',
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.75rem', fontWeight: '700', lineHeight: '1.25' },
        h2: { fontSize: '1.0625rem' },
        h3: { fontSize: '0.9375rem' },
      },
    },
    components: {
      ...components,
      Notification: {
        defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': t('common.dismiss') } },
        styles: { description: { color: 'inherit' } },
      },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('common.showPassword') } },
      },
      Drawer: { defaultProps: { attributes: noBanner } },
      Modal: {
        defaultProps: {
          attributes: noBanner,
          centered: true,
          styles: { title: dialogTitle },
          closeButtonProps: { 'aria-label': t('common.close') },
        },
      },
    },
  });

/**
 * Mantine's dimmed text and placeholders have too little contrast for small type, and the canvas colour separates the
 * cards. Colours of style sheets are here as well, because the bundler breaks `light-dark()` in style sheets, which
 * older browsers lack.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--alcove-tint': tint('alcove', 16), '--alcove-on-tint': readableColor('alcove') },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder':
      'color-mix(in srgb, var(--mantine-color-gray-6), var(--mantine-color-gray-7))',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--alcove-canvas': 'var(--mantine-color-gray-0)',
    '--alcove-tile-from': '45% 88%',
    '--alcove-tile-to': '45% 76%',
    '--alcove-on-tile': 'var(--mantine-color-gray-7)',
    '--alcove-surface': 'var(--mantine-color-white)',
    '--alcove-hover': 'var(--mantine-color-gray-2)',
    '--alcove-grid': 'var(--mantine-color-gray-3)',
    '--alcove-line': 'var(--mantine-color-gray-5)',
    '--alcove-field': 'var(--mantine-color-gray-6)',
    '--alcove-accent': 'var(--mantine-color-alcove-7)',
    '--alcove-accent-quiet': 'var(--mantine-color-alcove-3)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder':
      'color-mix(in srgb, var(--mantine-color-dark-1), var(--mantine-color-dark-2))',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--alcove-canvas': 'var(--mantine-color-dark-9)',
    '--alcove-surface': 'var(--mantine-color-dark-7)',
    '--alcove-tile-from': '30% 26%',
    '--alcove-tile-to': '30% 16%',
    '--alcove-on-tile': 'var(--mantine-color-gray-4)',
    '--alcove-hover': 'var(--mantine-color-dark-5)',
    '--alcove-grid': 'var(--mantine-color-dark-4)',
    '--alcove-line': 'var(--mantine-color-dark-3)',
    '--alcove-field': 'var(--mantine-color-dark-2)',
    '--alcove-accent': 'var(--mantine-color-alcove-3)',
    '--alcove-accent-quiet': 'var(--mantine-color-alcove-8)',
  },
});
