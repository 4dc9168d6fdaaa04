/**
 * Shows the icon of Alcove. The icon is part of the page, so that it needs no request while the node is not available.
 */
export function AppIcon({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <defs>
        <linearGradient id="app-icon-wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#348e95" />
          <stop offset="1" stopColor="#155259" />
        </linearGradient>
        <linearGradient id="app-icon-niche" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0b3b41" />
          <stop offset="1" stopColor="#0f474d" />
        </linearGradient>
        <radialGradient id="app-icon-light" cx="0.5" cy="0.62" r="0.62">
          <stop offset="0" stopColor="#ffd98a" stopOpacity="0.55" />
          <stop offset="1" stopColor="#ffd98a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="64" height="64" rx="14" fill="url(#app-icon-wall)" />
      <path d="M12 52V31a20 20 0 0 1 40 0v21z" fill="#fff" />
      <path d="M20 52V31a12 12 0 0 1 24 0v21z" fill="url(#app-icon-niche)" />
      <path d="M20 52V31a12 12 0 0 1 24 0v21z" fill="url(#app-icon-light)" />
      <circle cx="32" cy="37" r="7" fill="#ffc24d" />
    </svg>
  );
}
