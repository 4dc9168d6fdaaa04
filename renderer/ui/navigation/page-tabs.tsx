import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { formatCount } from '../../lib/format/format.ts';
import classes from './page-tabs.module.css';

interface PageTab {
  path: string;
  label: string;
  /** Number of items on the page; 0 is not shown. */
  count?: number | undefined;
}

interface PageTabsProps {
  /** Name of the tab list. */
  label: string;
  tabs: readonly PageTab[];
}

/** Shows pages as tabs; scrolls to the current one in a narrow window. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const line = nav.current;
    const current = line?.querySelector('[aria-current="page"]');
    if (!line || !current) return;
    // Scrolls again, because the window may become narrower, and tabs wider by another language or a new count.
    const observer = new ResizeObserver(() => reveal(line, current));
    for (const element of [line, ...line.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={classes.tabs}
      // The browser scrolls until only a part of the focused tab is visible.
      onFocus={({ currentTarget, target }) => reveal(currentTarget, target)}
    >
      {tabs.map((tab) => (
        <NavLink key={tab.path} to={tab.path} end className={classes.tab ?? ''}>
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <span className={classes.count}> {formatCount(tab.count)}</span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

/** Scrolls the tabs only; `scrollIntoView` would also scroll the page. */
function reveal(line: Element, tab: Element): void {
  const room = line.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  line.scrollLeft += Math.min(0, left - room.left) + Math.max(0, right - room.right);
}
