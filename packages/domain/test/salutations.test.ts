import { salutation } from '../src/salutations.ts';

const PARENTS = { father_name: 'Ahmad Hidayat', mother_name: 'Nurul Hasanah' };

test.each([
  ['Nurul Hasanah', PARENTS, 'Ibu Nurul'],
  ['ahmad hidayat', PARENTS, 'Bapak ahmad'],
  ['Rahma Aulia', PARENTS, 'Rahma'],
  ['Rahma Aulia', undefined, 'Rahma'],
  ['Rahma', { father_name: 'Rahma A', mother_name: 'Rahma B' }, 'Rahma'],
  ['Ibu Siti', undefined, 'Ibu Siti'],
  ['Pak Budi Santoso', PARENTS, 'Bapak Budi'],
  ['Hj. Nurul Hasanah', PARENTS, 'Ibu Nurul'],
  ['Ibu', undefined, 'Ibu'],
  ['Hajjah Nurul Hasanah', undefined, 'Ibu Nurul'],
  ['H. Ahmad Hidayat', undefined, 'Bapak Ahmad'],
  ['Ustadzah Hj. Siti Maryam', undefined, 'Ustazah Siti'],
  ['Dra. Nurul Hasanah', PARENTS, 'Ibu Nurul'],
])('when the account is of %s, then it is greeted by title and first name', (name, parents, greeted) => {
  expect(salutation(name, parents)).toBe(greeted);
});
