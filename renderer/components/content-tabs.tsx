import { NavLink } from 'react-router';
import { t } from '../lib/language.ts';
import classes from './content-tabs.module.css';

const tabs = [
  { path: '/content', name: 'own' },
  { path: '/content/elsewhere', name: 'elsewhere' },
  { path: '/content/following', name: 'following' },
  { path: '/content/shared', name: 'shared' },
] as const;

/** The pages about content, beside each other. */
export function ContentTabs() {
  return (
    <nav aria-label={t('content.tabs.label')} className={classes.tabs}>
      {tabs.map(({ path, name }) => (
        <NavLink key={path} to={path} end className={classes.tab ?? ''}>
          {t(`content.tabs.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
