import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import classes from './page-tabs.module.css';

interface PageTabsProps {
  /** Of all of them together. */
  label: string;
  tabs: readonly { path: string; label: string }[];
}

/** Pages beside each other; scrolled to the current one where there is too little room. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const line = nav.current;
    const current = line?.querySelector('[aria-current="page"]');
    if (!line || !current) return;
    // The window may become narrower, and the words longer in another language.
    const observer = new ResizeObserver(() => reveal(line, current));
    observer.observe(line);
    observer.observe(current);
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={classes.tabs}
      // The browser is content with a part of what has the focus.
      onFocus={({ currentTarget, target }) => reveal(currentTarget, target)}
    >
      {tabs.map((tab) => (
        <NavLink key={tab.path} to={tab.path} end className={classes.tab ?? ''}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}

/** Unlike `scrollIntoView` it leaves the page where it is. */
function reveal(line: Element, tab: Element): void {
  const room = line.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  line.scrollLeft += Math.min(0, left - room.left) + Math.max(0, right - room.right);
}
