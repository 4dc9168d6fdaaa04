// Runs before the first paint to avoid a flash of the other scheme.
// A separate file because the content security policy forbids inline scripts.
(() => {
  let chosen;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // The browser blocks storage.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  // A style of the root element would override every later choice.
  document.querySelector('meta[name="color-scheme"]').content = dark ? 'dark' : 'light';
})();
