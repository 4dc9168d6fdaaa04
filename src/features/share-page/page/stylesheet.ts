/** Styles of the pages; the policy allows only these, by their hash. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --canvas: #f4f1ec; --surface: #fffdfa; --raised: #efebe4; --text: #1b2321; --muted: #59645f; --accent: #0b756f; --on-accent: #fff;
  --shadow: 0 12px 40px rgb(40 30 10 / .12);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0f1315; --surface: #171c1f; --raised: #232a2e; --text: #eef2f0; --muted: #a2aeaa; --accent: #35b9af; --on-accent: #04211f;
    --shadow: 0 12px 40px rgb(0 0 0 / .4);
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 24px;
  min-height: 100vh; padding: 32px 16px; isolation: isolate;
  background: var(--canvas); color: var(--text);
  font: 16px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.backdrop { position: fixed; inset: 0; z-index: -1; overflow: hidden; }
.backdrop img { width: 100%; height: 100%; object-fit: cover; transform: scale(1.3); filter: blur(64px) saturate(1.4); opacity: .35; }
main {
  display: grid; grid-template: auto 1fr / 240px minmax(0, 1fr); gap: 24px 32px; width: 100%; max-width: 800px; padding: 32px;
  background: var(--surface); border-radius: 20px; box-shadow: var(--shadow);
}
main.playable.video, main.playable.picture { max-width: 960px; grid-template: auto auto / minmax(0, 1fr) auto; }
.stage { display: block; grid-column: 1 / -1; width: 100%; border-radius: 12px; overflow: hidden; background: #000; }
video.stage { aspect-ratio: 16 / 9; max-height: 70vh; }
a.stage { background: var(--raised); text-align: center; }
.stage img { display: block; max-width: 100%; max-height: 70vh; margin: 0 auto; object-fit: contain; }
.cover { align-self: start; border-radius: 12px; overflow: hidden; background: var(--raised); }
.cover img { display: block; width: 100%; height: auto; max-height: 360px; object-fit: cover; }
.audio .cover img { aspect-ratio: 1; }
.art { display: block; width: 100%; aspect-ratio: 1; }
.about { grid-row: 1 / span 2; grid-column: 2; display: flex; flex-direction: column; gap: 8px; min-width: 0; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 700; text-wrap: balance; }
.by { font-size: 18px; }
.wallet, .facts, .note { color: var(--muted); font-size: 15px; }
.wallet { white-space: nowrap; }
audio { display: block; width: 100%; margin-top: 12px; }
.price { display: flex; align-items: center; gap: 10px; margin-top: 12px; font-size: 18px; }
.price strong { font-size: 24px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 12px; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 8px 20px;
  border-radius: 22px; background: var(--raised); color: var(--text); font-weight: 600; text-decoration: none;
}
.button.main { background: var(--accent); color: var(--on-accent); }
.button:hover { filter: brightness(1.08); }
a:focus-visible, audio:focus-visible, video:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.icon { width: 22px; height: 22px; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.entries { margin-top: 12px; padding-inline-start: 1.6em; }
.entries li { padding: 6px 0; }
.entries a { display: inline-block; min-height: 24px; color: inherit; font-weight: 600; }
.gone { color: var(--muted); }
.description { margin-top: 12px; white-space: pre-line; }
aside { display: flex; align-items: center; align-self: start; gap: 16px; color: var(--muted); font-size: 14px; }
aside p { max-width: 22ch; }
.playable.video .about, .playable.picture .about { grid-area: 2 / 1; }
.playable.video aside, .playable.picture aside { flex-direction: column; }
.qr { width: 104px; height: 104px; flex: none; border-radius: 8px; }
.problem { max-width: 640px; grid-template: auto / auto minmax(0, 1fr); align-items: center; }
.problem .about { grid-row: 1; }
.problem .cover { background: none; color: var(--muted); }
.problem .icon { width: 64px; height: 64px; stroke-width: 1.4; }
footer { display: flex; flex-wrap: wrap; justify-content: center; gap: 4px 20px; max-width: 100%; font-size: 14px; overflow-wrap: anywhere; }
footer a { display: inline-block; min-height: 24px; color: inherit; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 640px) {
  body { justify-content: flex-start; padding: 16px 12px; }
  main, main.playable.video, main.playable.picture { display: flex; flex-direction: column; gap: 20px; padding: 20px; }
  .cover { align-self: center; width: 100%; max-width: 360px; }
  h1 { font-size: 24px; }
  .button { flex: 1 1 auto; }
  .playable.video aside, .playable.picture aside { flex-direction: row; }
  .problem { text-align: center; }
  .problem .cover { width: auto; }
}
`;
