import { Text } from '@mantine/core';

/** The introduction of a page or a card, in lines that are easy to read. */
export const Intro = Text.withProps({ size: 'sm', maw: '46rem' });

/** A secondary text. */
export const Note = Text.withProps({ size: 'sm', c: 'dimmed' });

/** A secondary text below another one. */
export const SmallNote = Text.withProps({ size: 'xs', c: 'dimmed' });

/** A short error or warning beside its cause. */
export const ErrorNote = Text.withProps({ size: 'sm', c: 'var(--mantine-color-error)' });
