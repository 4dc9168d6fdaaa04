import { Box, Button, Stack, Text } from '@mantine/core';
import { IconFolderSearch, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { chooseFolder } from './choose-folder.ts';
import { FolderCard } from './watched-folder-card.tsx';
import { useWatchedFolders } from './watched-folder-queries.ts';

const command = 'alcove folders watch';

/** Lists the folders whose files are added to the library. */
export function WatchedFoldersPage() {
  const query = useWatchedFolders();
  const folders = query.data?.folders;
  return (
    <Box maw="52rem">
      <Page
        title={t('frame.pages.folders')}
        actions={shell && folders && folders.length > 0 && <WatchButton />}
      >
        <Stack gap="md">
          <Intro>{t('watchedFolders.text')}</Intro>
          <QueryState query={query} height={160} loadingLabel={t('watchedFolders.loading')} />
          {folders?.length === 0 && (
            <EmptyCard
              icon={IconFolderSearch}
              title={t('watchedFolders.empty.title')}
              description={t('watchedFolders.empty.text')}
            >
              {shell && <WatchButton />}
            </EmptyCard>
          )}
          {folders?.map((folder) => (
            <FolderCard key={folder.id} folder={folder} />
          ))}
          {!shell && folders && (
            <>
              <Text size="sm">{t('watchedFolders.command')}</Text>
              <CopyableValue value={command} valueName={t('watchedFolders.commandWhat')} />
            </>
          )}
        </Stack>
      </Page>
    </Box>
  );
}

function WatchButton() {
  const node = useDashboardClient();
  const [isBusy, setIsBusy] = useState(false);
  const choose = () => {
    setIsBusy(true);
    chooseFolder(node)
      .catch(notifyProblem)
      .finally(() => setIsBusy(false));
  };
  return (
    <Button loading={isBusy} leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />} onClick={choose}>
      {t('watchedFolders.watch')}
    </Button>
  );
}
