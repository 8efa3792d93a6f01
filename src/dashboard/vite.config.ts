import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { laterFiles } from './build/later-files.ts';
import { sprite } from './build/sprite.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  clearScreen: false,
  plugins: [sprite(), laterFiles()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../../.holdfast/dashboard.new', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy allows only files; a font inlined in the style sheet would be blocked.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        page: fileURLToPath(new URL('index.html', import.meta.url)),
        sw: fileURLToPath(new URL('worker/worker.ts', import.meta.url)),
      },
      // A service worker is identified by its address; its scope is the path below it.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
