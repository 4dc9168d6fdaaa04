import { Alert, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { t } from '../../lib/i18n/language.ts';

/** Explains that wallets cannot load the manifest, because they load it from the public internet. */
export function UnreachableManifest({ url }: { url: string }) {
  return (
    <Alert role="note" color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('auth.manifest.title')}>
      <Text size="sm">
        <Trans
          i18nKey="auth.manifest.text"
          values={{ url }}
          components={{ code: <Code style={{ overflowWrap: 'anywhere' }} /> }}
        />
      </Text>
    </Alert>
  );
}
