import { NavLink } from 'react-router';
import classes from './content-tabs.module.css';

const tabs = [
  { path: '/content', label: 'On this node' },
  { path: '/content/elsewhere', label: 'On other nodes' },
  { path: '/content/following', label: 'Following' },
  { path: '/content/shared', label: 'Shared' },
];

/** The pages about content, beside each other. */
export function ContentTabs() {
  return (
    <nav aria-label="Content" className={classes.tabs}>
      {tabs.map(({ path, label }) => (
        <NavLink key={path} to={path} end className={classes.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
