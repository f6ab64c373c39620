import * as family from '../family.ts';
import { newPerson } from '../people.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { url, useBrowser } from './world.ts';

const { roughVisitor } = useBrowser();

test('U8 when a picture with a script hung on it is opened by its link, then it is shown in a cage and nothing runs', async () => {
  const { page, context, close } = await roughVisitor(DESKTOP);
  await portal.signUp(context, url, newPerson());
  await page.goto('/dashboard');
  const photo = await family.photograph(page, 200, 150);
  const script = Buffer.from('<script>window.ran = true; document.title = "ran"</script>');
  const upload = await context.request.post(`${url}/api/payment-evidence/upload`, {
    headers: { origin: url, 'content-type': 'application/octet-stream', 'x-file-name': 'bukti.jpg' },
    data: Buffer.concat([photo, script]),
  });
  expect(upload.status()).toBe(201);
  const { fileUrl } = (await upload.json()) as { fileUrl: string };

  const answer = await page.goto(fileUrl);
  const headers = answer?.headers() ?? {};
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['cache-control']).toBe('private, no-store');
  expect((await answer?.body())?.includes('<script')).toBe(false);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.title()).not.toBe('ran');
  await close();
});

test('U8 when a page or a drawing is uploaded under the name of a picture, then it is refused', async () => {
  const { context, close } = await roughVisitor(DESKTOP);
  await portal.signUp(context, url, newPerson());
  for (const text of ['<!doctype html><script>1</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
    const upload = await context.request.post(`${url}/api/payment-evidence/upload`, {
      headers: { origin: url, 'content-type': 'application/octet-stream', 'x-file-name': 'bukti.png' },
      data: Buffer.from(text),
    });
    expect(upload.status()).toBe(422);
  }
  await close();
});
