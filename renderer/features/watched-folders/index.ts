export { chooseFolder } from './choose-folder.ts';
