import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { CoverField } from './cover-field.tsx';
import type { Details } from './file-details.ts';

type Described = Omit<Details, 'published'>;

interface DetailsFieldsProps {
  details: Described;
  onChange(part: Partial<Described>): void;
  /** The error of the title. */
  titleProblem: string | false;
  /** Whether the title has the focus when the dialog opens. */
  autoFocus?: boolean;
}

/** Edits the record of a content, both before and after it is registered. */
export function DetailsFields({ details, onChange, titleProblem, autoFocus = false }: DetailsFieldsProps) {
  const { title, description, authors, hashtags, coverId } = details;
  return (
    <>
      <TextInput
        label={t('content.details.title')}
        maxLength={200}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={titleProblem}
        data-autofocus={autoFocus || undefined}
      />
      <Textarea
        label={t('content.details.description')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <TagsInput
        label={t('content.details.authors')}
        description={t('content.edit.authorsHint')}
        maxTags={20}
        maxLength={100}
        value={authors}
        onChange={(value) => onChange({ authors: value })}
      />
      <TagsInput
        label={t('content.details.hashtags')}
        description={t('content.edit.hashtagsHint')}
        maxTags={30}
        maxLength={100}
        value={hashtags}
        onChange={(value) => onChange({ hashtags: value })}
      />
      <CoverField coverId={coverId} onChange={(value) => onChange({ coverId: value })} />
    </>
  );
}
