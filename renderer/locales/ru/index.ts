import * as texts from './texts.ts';

export { russian as messages } from '../../../src/contract/messages/ru/index.ts';

export const russian = { ...texts };
