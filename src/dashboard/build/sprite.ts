import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { iconNames } from '../icons/names.ts';

const iconFolder = join(
  dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')),
  'icons',
);

/** Inlines the icons and the audio classes' textures into index.html, so that none of them loads late. */
export function sprite(): Plugin {
  return {
    name: 'holdfast-sprite',
    async transformIndexHtml(html) {
      const symbols = await Promise.all(iconNames.map(readSymbol));
      return html.replace('<!-- sprite -->', () =>
        [
          '<svg class="sprite" width="0" height="0" aria-hidden="true">',
          `<defs>${textures.map(drawTexture).join('')}</defs>`,
          ...symbols,
          '</svg>',
        ].join(''),
      );
    },
  };
}

async function readSymbol(name: string): Promise<string> {
  const text = await readFile(join(iconFolder, `${name}.svg`), 'utf8');
  const shapes = text.slice(text.indexOf('>', text.indexOf('<svg')) + 1, text.lastIndexOf('</svg>'));
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${shapes.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')}</symbol>`;
}

interface Texture {
  type: string;
  width: number;
  height: number;
  turn?: number;
  marks?: string;
}

/** Distinguishes a class besides its colour. */
const textures: readonly Texture[] = [
  { type: 'silence', width: 8, height: 8 },
  {
    type: 'ringing',
    width: 14,
    height: 8,
    marks: '<path d="M2.5 0V8M6.5 0V8" class="tex" stroke-width="2"/>',
  },
  { type: 'ivr_prompt', width: 7, height: 7, marks: '<circle cx="3.5" cy="3.5" r="1.25" class="texf"/>' },
  {
    type: 'music',
    width: 9,
    height: 9,
    turn: 45,
    marks: '<path d="M0 2.5H9" class="tex" stroke-width="2.5"/>',
  },
  { type: 'announcement', width: 10, height: 6, marks: '<path d="M0 3H10" class="tex" stroke-width="1.6"/>' },
  { type: 'live_human', width: 8, height: 8 },
  { type: 'tone', width: 4, height: 8, marks: '<path d="M2 0V8" class="tex" stroke-width="1.2"/>' },
  { type: 'dtmf', width: 8, height: 8 },
];

function drawTexture({ type, width, height, turn, marks = '' }: Texture): string {
  const turned = turn === undefined ? '' : ` patternTransform="rotate(${turn})"`;
  return `<pattern id="p-${type}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${turned}><rect width="${width}" height="${height}" class="f-${type}"/>${marks}</pattern>`;
}
