import { Badge, Code, DataList, List, Stack, Text } from '@mantine/core';
import type { SignInState } from '../../../src/contract/endpoints/local-sign-in.ts';
import { CodeExample } from '../../components/code-example.tsx';
import { SectionCard } from '../../components/section-card.tsx';

const words: Record<SignInState['who'], { label: string; text: string }> = {
  owner: {
    label: 'Only you',
    text: 'Nobody but you can sign in to this node. Others still get a file of yours when you give them its link.',
  },
  list: {
    label: 'You and your list',
    text: 'You and those on your list can sign in, store files of their own here and see them.',
  },
  anyone: {
    label: 'Everyone',
    text: 'Whoever can reach this node and proves who they are may sign in, store files of their own here and see them.',
  },
};

const telegramWords: Record<SignInState['telegram'], string> = {
  off: 'Not set up',
  bot_token: 'Checked with the token of your bot',
  bot_id: 'Checked by Telegram’s signature for your bot',
};

/** Who may sign in, in plain words, and how that is changed. */
export function WhoCard({ state: { who, list, telegram, domains } }: { state: SignInState }) {
  const { label, text } = words[who];
  return (
    <SectionCard title="Who may sign in" aside={<Badge>{label}</Badge>}>
      <Text size="sm" maw="46rem">
        {text} A web app that works with your node asks people to sign in: with a wallet of the TON
        blockchain, which proves that it is theirs without paying anything, or with Telegram. Looking after
        the node is possible only here, on this computer.
      </Text>
      <DataList labelWidth="9rem">
        {who === 'list' && (
          <DataList.Item>
            <DataList.ItemLabel>On the list</DataList.ItemLabel>
            <DataList.ItemValue>
              {list.length === 0 ? 'Nobody yet' : <ListEntries entries={list} />}
            </DataList.ItemValue>
          </DataList.Item>
        )}
        <DataList.Item>
          <DataList.ItemLabel>With Telegram</DataList.ItemLabel>
          <DataList.ItemValue>{telegramWords[telegram]}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>From web apps at</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>
            {domains.length > 0 ? (
              domains.join(', ')
            ) : (
              <>
                None yet: a wallet’s signature counts only for the domains in <Code>sign_in.domains</Code>
              </>
            )}
          </DataList.ItemValue>
        </DataList.Item>
      </DataList>
      <HowToChange />
    </SectionCard>
  );
}

function ListEntries({ entries }: { entries: string[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {entries.map((entry) => (
        <List.Item key={entry} style={{ overflowWrap: 'anywhere' }}>
          {entry}
        </List.Item>
      ))}
    </List>
  );
}

const example = `{
  "sign_in": {
    "who": "list",
    "list": ["UQ…", "telegram:123456789"]
  }
}`;

function HowToChange() {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }} w="fit-content">
        How to change this
      </Text>
      <Stack gap="sm" mt="sm">
        <Text size="sm" maw="46rem">
          The setting <Code>sign_in.who</Code> is <Code>owner</Code>, <Code>list</Code> or <Code>anyone</Code>
          ; <Code>sign_in.list</Code> has the wallet addresses, or <Code>telegram:</Code> with an id;{' '}
          <Code>sign_in.domains</Code> has the domains of the web apps whose wallet sign-ins count. Write them
          into <Code>settings.json</Code> in the node’s data folder and start Alcove again:
        </Text>
        <CodeExample code={example} what="the example of settings.json" />
      </Stack>
    </details>
  );
}
