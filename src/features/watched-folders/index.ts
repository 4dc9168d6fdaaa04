export { watchedFolderEndpoints } from './endpoints/dashboard/index.ts';
export type { FolderContents } from './importing/folder-contents.ts';
export { WatchedDirectoryRepository } from './repository/watched-directory-repository.ts';
export { WatchedFileRepository } from './repository/watched-file-repository.ts';
export { WatchedFolderRepository } from './repository/watched-folder-repository.ts';
export { WatchedFoldersService } from './watched-folders-service.ts';
