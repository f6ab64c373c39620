import { patient } from '@gerbang/service-kit/testing/patience';
import { openDoor } from './door.ts';
import { fakeAdmission } from './fake-admission.ts';

/** The service with an admission beside it that claims files. */
export async function openPayments(more: Record<string, string> = {}, books?: { readonly planted: boolean }) {
  const admission = await fakeAdmission();
  const door = await openDoor({ ...admission.environment, ...more }, books);
  const close = async () => {
    await door.close();
    await admission.close();
  };
  return { door, admission, close };
}
export type World = Awaited<ReturnType<typeof openPayments>>;

/** The same for tests whose calls race: each call is patient. */
export async function openPatientPayments() {
  const world = await openPayments();
  return { ...world, door: patient(world.door) };
}

/** A suite's service with that admission, closed after it. */
export function usePayments(onOpen: (world: World) => Promise<void> | void): void {
  let world: World;
  beforeAll(async () => {
    world = await openPayments();
    await onOpen(world);
  });
  afterAll(() => world.close());
}
