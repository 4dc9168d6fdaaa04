// node scripts/check-layout.mjs [folder]: fails for loose files in src and folders of more than 15 files. The folder of
// migrations is exempt, because it only grows.
import { dirname } from 'node:path/posix';
import { reportFindings } from './lib/checks/report-findings.mjs';
import { sourceFiles } from './lib/checks/sources.mjs';

const maxFiles = 15;
/** The public entry files of a feature, which contain no code. */
const isEntryFile = (file) => /\/(index|runtime)\.ts$/.test(file);

reportFindings('layout', (tree) => {
  const byFolder = Object.groupBy(
    sourceFiles(tree).filter((file) => !isEntryFile(file)),
    dirname,
  );
  const { src: loose = [], ...folders } = byFolder;
  return [
    ...loose.map((file) => `${file}: files of src lie in a folder`),
    ...Object.entries(folders)
      .filter(([folder, files]) => files.length > maxFiles && !folder.endsWith('/migrations'))
      .map(([folder, files]) => `${folder}: ${files.length} files, ${maxFiles} at most`),
  ];
});
