// Runs before the first paint, so that a chosen scheme does not flash the other one.
// A file of its own because the content security policy forbids inline scripts.
(() => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
