import * as texts from './texts.ts';

export const english = { ...texts };
