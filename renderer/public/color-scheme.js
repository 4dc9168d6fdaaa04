// Runs before the first paint, so that a chosen scheme does not flash the other one.
// A file of its own because the content security policy forbids inline scripts.
(() => {
  let chosen;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // A browser in which pages may keep nothing.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  // Not as a style of the root: that would outlast every later choice.
  document.querySelector('meta[name="color-scheme"]').content = dark ? 'dark' : 'light';
})();
