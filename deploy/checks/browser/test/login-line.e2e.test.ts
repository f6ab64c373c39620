import { logIn, signUp } from '../../kit/people.ts';
import { keepHashing } from './busy-logins.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE } from '../visitor.ts';
import { ownPortal } from './own-portal.ts';

const PLACE = /^Anda nomor \d+ dalam antrean, sekitar \d+ (?:detik|menit)$/u;

// A person who registers meanwhile waits too long: this portal has no others.
describe('a portal whose passwords take long', () => {
  const own = ownPortal();

  test('when many log in at once, then the phone tells the place, lets the visitor leave, and logs in by itself', async () => {
    const { page } = await own.visitor(PHONE);
    const [other, person] = [await signUp(own.client), await signUp(own.client)];
    await page.goto('/');
    await portal.ready(page);
    await portal.fill(page, { 'Email atau nomor telepon': person.email, Password: person.password });
    await keepHashing(own.client, own.stack.databaseUrls.auth, 12, other);
    await portal.button(page, 'Masuk').click();
    await portal.see(page, PLACE);
    await portal.button(page, 'Batal').click();
    await eventually(() => page.getByText(PLACE).count()).toBe(0);
    await eventually(() => portal.field(page, 'Password').inputValue()).toBe(person.password);
    const waiting = logIn(own.client, other.email, other.password);
    await portal.button(page, 'Masuk').click();
    await page.waitForURL('**/dashboard', { timeout: 120_000 });
    await waiting;
  });
});
