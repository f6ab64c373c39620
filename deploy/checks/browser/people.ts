import { randomInt, randomUUID } from 'node:crypto';

export interface Person {
  name: string;
  email: string;
  /** As the person types it. */
  phone: string;
  /** As WhatsApp knows it. */
  whatsapp: string;
  password: string;
}

/** Password of every account that the local run makes. */
export const DEMO_PASSWORD = 'contoh-gerbang-2026';

/** A parent nobody has seen before: tests and walks run side by side against one portal. */
export function newPerson(name = 'Siti Rahmawati'): Person {
  const digits = String(randomInt(10_000_000, 99_999_999));
  return {
    name,
    email: `uji-${randomUUID().slice(0, 13)}@contoh.sch.id`,
    phone: `0812${digits}`,
    whatsapp: `+62812${digits}`,
    password: `sandi-${randomUUID().slice(0, 8)}`,
  };
}

/** An account of the local run, by the first part of its e-mail. */
export function demo(who: 'wali' | 'cs' | 'finance' | 'pendidikan' | 'tu' | 'kepala' | 'admin' | 'it') {
  return { email: `${who}@contoh.sch.id`, password: DEMO_PASSWORD };
}
