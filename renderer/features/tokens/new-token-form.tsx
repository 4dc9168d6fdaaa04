import { Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { type CreatedTokenDocument, postToken } from '../../../src/contract/dashboard-api/auth.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { scopeLabel, scopes } from './scope-labels.ts';

export function NewTokenForm({ onMade }: { onMade(made: CreatedTokenDocument): void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>(['storage:write', 'content:read']);
  const [tried, setTried] = useState(false);
  const make = useChange('tokens', (node, body: { name: string; scopes: Scope[] }) =>
    node.call(postToken, { body }),
  );

  const submit = () => {
    setTried(true);
    const trimmed = name.trim();
    if (trimmed === '' || chosen.length === 0 || make.isPending) return;
    make.mutate({ name: trimmed, scopes: chosen }, { onSuccess: onMade });
  };

  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('tokens.form.name')}
        description={t('tokens.form.nameDescription')}
        placeholder={t('tokens.form.namePlaceholder')}
        maw="26rem"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && name.trim() === '' && t('tokens.form.giveName')}
        autoComplete="off"
      />
      <Checkbox.Group<Scope>
        label={t('tokens.form.rights')}
        value={chosen}
        onChange={setChosen}
        error={tried && chosen.length === 0 && t('tokens.form.chooseRight')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs" mb={4}>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeLabel(scope).label}
              description={scopeLabel(scope).explanation}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {make.isError && <ProblemAlert error={make.error} onClose={make.reset} />}
      <Group>
        <Button
          type="submit"
          loading={make.isPending}
          leftSection={<IconKey size={18} stroke={1.8} aria-hidden />}
        >
          {t('tokens.form.make')}
        </Button>
      </Group>
    </Form>
  );
}
