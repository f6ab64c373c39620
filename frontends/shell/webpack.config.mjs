import { pageTemplate } from '@gerbang/first-paint/page-template';
import { makeFont, loadForNode } from '@gerbang/federation/first-paint';
import { shell } from '@gerbang/federation/shell';

const context = import.meta.dirname;

/** What an installed portal and one without a connection need, copied as it is. */
const INSTALLED = [
  'app.webmanifest',
  'icon.svg',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'offline-worker.js',
];

/** First the font and the markup of the first paint, then the program around them. */
export default async function configuration() {
  const font = await makeFont(context);
  const fontName = `assets/${font.name}`;
  const { firstPaint } = await loadForNode({ context, entry: './src/prerender.tsx' });
  const parts = firstPaint(`/${fontName}`);
  return shell({
    context,
    page: ({ scripts, chunk }) => {
      const inside = [...chunk('federation'), ...chunk('inside')];
      return pageTemplate({ scripts, inside, font: `/${fontName}`, ...parts });
    },
    files: [
      { from: font.file, to: fontName },
      ...INSTALLED.map((name) => ({ from: `./src/installed/${name}`, to: `assets/${name}` })),
    ],
  });
}
