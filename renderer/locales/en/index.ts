import { firstTexts } from './first.ts';
import * as pageTexts from './page-texts.ts';

/** All English texts of the dashboard. */
export const english = { ...firstTexts, ...pageTexts };
