import { Badge } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useChain } from '../../../features/chain/index.ts';
import { walletsFor } from '../../../features/orders/index.ts';
import { summarise, useUploads } from '../../../features/uploads/index.ts';
import { formatPercent } from '../../../lib/format/format.ts';
import { roundedAmount } from '../../../lib/format/ton.ts';
import { t } from '../../../lib/i18n/language.ts';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { type Entry, isWithin, settingsEntry, useEntries, useSectionPath } from './entries.ts';
import classes from './navigation.module.css';

/** Shows the navigation beside the page; only icons with short labels in a narrow window. */
export function MainNavigation() {
  const { first, others } = useEntries();
  return (
    <>
      <EntryList entries={[...first, ...others]} />
      <EntryList entries={[settingsEntry]} />
    </>
  );
}

function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <BareList gap={4}>
      {entries.map((entry) => (
        <li key={entry.name}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </BareList>
  );
}

/** Links to the start page of an entry. */
export function EntryLink({ entry }: { entry: Entry }) {
  const { path, name, Icon } = entry;
  const { pathname } = useLocation();
  const isActive = isWithin(entry, useSectionPath());
  return (
    <Link
      to={path}
      className={classes.entry}
      data-active={isActive || undefined}
      aria-current={pathname === path ? 'page' : isActive || undefined}
    >
      <Icon size={22} stroke={1.6} aria-hidden />
      <span className={classes.label}>{t(`frame.pages.${name}`)}</span>
      {name === 'library' && <UploadsUnderWay />}
      {name === 'wallet' && <WalletBalance />}
    </Link>
  );
}

/** Shows the balance of the wallet that pays first, if there is space beside the label. */
function WalletBalance() {
  const chain = useChain().data;
  const balance = chain && walletsFor(chain)[0]?.balance;
  if (balance == null) return null;
  return (
    <span className={classes.balance} aria-hidden>
      {roundedAmount(balance)}
    </span>
  );
}

function UploadsUnderWay() {
  const { underWay, fraction } = summarise(useUploads());
  if (underWay === 0) return null;
  return (
    <Badge
      size="sm"
      className={classes.badge ?? ''}
      aria-label={t('frame.uploadsUnderWay', { count: underWay, share: formatPercent(fraction) })}
    >
      {formatPercent(fraction)}
    </Badge>
  );
}
