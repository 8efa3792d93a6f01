import type { Plugin } from 'vite';

/** Names the files that other pages load at the end of index.html, for the service worker (worker/kept-files.ts). */
export function laterFiles(): Plugin {
  return {
    name: 'holdfast-later-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const later = Object.keys(bundle).filter(
          (name) => name.startsWith('assets/') && !html.includes(name),
        );
        return html.replace('<!-- later -->', `<!-- later ${later.map((name) => `/${name}`).join(' ')} -->`);
      },
    },
  };
}
