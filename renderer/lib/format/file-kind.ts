import { t } from '../i18n/language.ts';

/** The kinds of files by which one may look, by the first half of their media type. */
export const fileKinds = ['audio', 'video', 'image', 'text'] as const;
export type FileKind = (typeof fileKinds)[number];

export function isFileKind(text: string): text is FileKind {
  return fileKinds.some((kind) => kind === text);
}

function kindOfType(contentType: string): FileKind | 'pdf' | 'file' {
  const [type = ''] = contentType.split(';', 1);
  if (type === 'application/pdf') return 'pdf';
  const [kind = ''] = type.split('/', 1);
  return isFileKind(kind) ? kind : 'file';
}

/** What kind of file it is, for a person. */
export function kindOf(contentType: string): string {
  return t(`found.kind.${kindOfType(contentType)}`);
}

/** What a content without a title is called. */
function untitledLabel(contentType: string): string {
  return t(`found.untitled.${kindOfType(contentType)}`);
}

/** Returns the title of a content, or what one without a title is called. */
export function titleOf({ title, content_type: type }: { title: string; content_type: string }): string {
  return title.trim() === '' ? untitledLabel(type) : title;
}
