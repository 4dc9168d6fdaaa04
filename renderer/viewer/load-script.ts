/** Loads a further script of the viewer, which defines a function of the window. */
export function loadScript(name: 'epub' | 'pdf' | 'tags'): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `/viewer/${name}.js`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`the script ${name} cannot be loaded`)));
    document.head.append(script);
  });
}
