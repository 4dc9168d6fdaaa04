// node scripts/check-layout.mjs [folder] [--update]: fails for loose files in src and folders of more than 15 files.
// The list of migrations only grows.
import { dirname } from 'node:path/posix';
import { checkWithExceptions } from './lib/exceptions.mjs';
import { sourceFiles } from './lib/sources.mjs';

const mostFiles = 15;
/** The public entry files of a feature, which contain no code. */
const isWayIn = (file) => /\/(index|runtime)\.ts$/.test(file);

checkWithExceptions('layout', (tree) => {
  const byFolder = Object.groupBy(
    sourceFiles(tree).filter((file) => !isWayIn(file)),
    dirname,
  );
  const { src: loose = [], ...folders } = byFolder;
  return [
    ...loose.map((file) => ({
      ...{ kind: 'loose file', key: file },
      text: `${file}: files of src lie in a folder`,
    })),
    ...Object.entries(folders)
      .filter(([folder]) => !folder.endsWith('/migrations'))
      .flatMap(([folder, files]) =>
        files.slice(mostFiles).map(() => ({
          ...{ kind: 'file too many', key: folder },
          text: `${folder}: ${files.length} files, ${mostFiles} at most`,
        })),
      ),
  ];
});
