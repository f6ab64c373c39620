import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATEMENT_ACCEPT, STATEMENT_EXTENSIONS } from '@gerbang/domain/bank-statements';
import { CAMERA_ACCEPT, PAGES_ACCEPT, PICTURES_ACCEPT } from '@gerbang/domain/file-pickers';
import { acceptOf, FILE_TYPES, IMAGE_TYPES, UPLOADS } from '@gerbang/domain/file-types';
import { projectRoot } from '../src/paths.ts';

const sources = globSync('{frontends/*,packages/web-kit,packages/ui}/src/**/*.tsx', {
  cwd: projectRoot,
  exclude: (name) => name.includes('node_modules') || name.endsWith('.test.tsx'),
}).map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')] as const);

/** The elements of a source whose attributes hold the text, from their name to their end. */
const elementsWith = (source: string, text: string) =>
  [...source.matchAll(/<[A-Za-z]\w*\s(?:[^<>]|=>|<[^<>]*>)*?\/>/gu)]
    .map(([element]) => element)
    .filter((element) => element.includes(text));

const pickers = sources.flatMap(([file, source]) =>
  elementsWith(source, 'type="file"').map((element) => ({ file, source, element })),
);

/** Where an `accept` may come from: the tables of the domain, or the kind of file that a page was given. */
const TABLES = /^(?:acceptOf\(types\)|accept|\w+_ACCEPT|\w+ \? \w+_ACCEPT : \w+_ACCEPT)$/u;
const FROM_DOMAIN = /import \{[^}]*\b(?:acceptOf|\w+_ACCEPT)\b[^}]*\} from '@gerbang\/domain\//u;

test('every picker of files in the sources is seen', () => {
  const written = sources.reduce((sum, [, source]) => sum + source.split('type="file"').length - 1, 0);
  expect(pickers).toHaveLength(written);
  expect(written).toBeGreaterThan(5);
});

test.each(pickers)('$file: its `accept` comes from the table of file types', ({ source, element }) => {
  const accept = /\saccept=\{([^}]*)\}/u.exec(element)?.[1];
  expect(accept).toMatch(TABLES);
  const isOfKind = accept === 'accept' && source.includes('upload.kind');
  expect(isOfKind || FROM_DOMAIN.test(source)).toBe(true);
});

test('no other element has an `accept`, and no page has a date field of its own', () => {
  const others = sources.flatMap(([file, source]) => {
    const count = pickers.filter((one) => one.file === file).length;
    return source.split(/\saccept=/u).length - 1 === count ? [] : [file];
  });
  expect(others).toEqual([]);
  const dates = sources.filter(([file, source]) => {
    const own = /type="(?:date|month|week|datetime-local)"|react-aria-components\/(?:DateField|DatePicker)/u;
    return own.test(source) && !/^packages\/ui\/src\/date-(?:field|picker)\.tsx$/u.test(file);
  });
  expect(dates.map(([file]) => file)).toEqual([]);
});

test('what the pickers of pages name is what the uploads take', () => {
  expect(PICTURES_ACCEPT).toBe(acceptOf(IMAGE_TYPES));
  expect(PAGES_ACCEPT.split(',').toSorted()).toEqual(
    acceptOf(UPLOADS.child_document.types).split(',').toSorted(),
  );
  expect(FILE_TYPES.jpeg.media.startsWith(CAMERA_ACCEPT.replace('*', ''))).toBe(true);
  expect(STATEMENT_ACCEPT.split(',')).toEqual(STATEMENT_EXTENSIONS);
});
