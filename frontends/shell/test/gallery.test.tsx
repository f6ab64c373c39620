import '@gerbang/web-kit/testing/dom-globals';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { GROUPS } from '../src/gallery/gallery-page.tsx';
import { readPublicInfo } from '../src/public-info.ts';

/** Files of packages/ui that draw nothing by themselves. */
const PARTS = new Set([
  'skip-link',
  'aria-strings',
  'back-closes',
  'chart-patterns',
  'field',
  'figures-table',
  'fitted-tables',
  'global-style',
  'lang',
  'layout',
  'rounded-figure',
  'sheet',
  'table-style',
  'tokens',
  'visually-hidden',
]);

test('when a component is in packages/ui, then the gallery has exactly one example of it', () => {
  const files = readdirSync(dirname(require.resolve('@gerbang/ui/layout')))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replace('.tsx', ''))
    .filter((name) => !PARTS.has(name));
  const shown = GROUPS.flatMap((group) => group.examples.map((example) => example.component));
  expect(shown.sort()).toEqual(files.sort());
});

test.each([
  ['{"name":"Yayasan"}', false],
  ['{"name":"Yayasan","local":"true"}', false],
  ['{"name":"Yayasan","local":true}', true],
])('when the page says %s, then a local run is %s', (text, local) => {
  expect(readPublicInfo(text).local).toBe(local);
});
