import './lib/zod-without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import './ui/theme/mantine.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import './ui/theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startLanguage } from './lib/i18n/language.ts';
import { startSession } from './lib/session/session.ts';

startSession();
await startLanguage();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
