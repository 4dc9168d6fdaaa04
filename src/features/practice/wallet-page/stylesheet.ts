/** Styles of the page; the policy allows only these, by their hash. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --canvas: #f4f1ec; --surface: #fffdfa; --raised: #efebe4; --text: #1b2321; --muted: #59645f; --accent: #0b756f; --on-accent: #fff; --border: #d5cfc5;
}
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0f1315; --surface: #171c1f; --raised: #232a2e; --text: #eef2f0; --muted: #a2aeaa; --accent: #35b9af; --on-accent: #04211f; --border: #38424a; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; padding: 24px 16px; background: var(--canvas); color: var(--text); font: 16px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { display: flex; flex-direction: column; gap: 16px; max-width: 420px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 22px; line-height: 1.2; }
h2 { font-size: 18px; line-height: 1.3; }
.note, dt { color: var(--muted); font-size: 14px; }
dl { display: flex; flex-direction: column; }
dd { margin: 0 0 8px; font-size: 14px; }
dd.balance { font-size: 28px; line-height: 1.2; font-weight: 600; }
.amount { font-size: 22px; font-weight: 600; }
.card { display: flex; flex-direction: column; gap: 8px; padding: 20px; background: var(--surface); border: 1px solid var(--border); border-radius: 16px; }
.outcome { padding: 12px 16px; background: var(--raised); border-radius: 12px; }
form { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 8px; }
button { flex: 1 1 auto; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 22px; background: var(--raised); color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--accent); color: var(--on-accent); }
button:disabled { opacity: 0.5; cursor: default; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;
