import type { SchoolBlock } from './school-blocks.ts';
import { partOf } from './school-changes.ts';
import { SCHOOL_PARTS, type SchoolPart } from './school-parts.ts';
import type { SchoolSettings } from './school-settings.ts';

/** A part of the set-up, whether it is complete, and what is missing or done. */
export interface ChecklistItem {
  readonly key: SchoolPart;
  readonly done: boolean;
  readonly text: string;
}

/** The nine parts with their ticks. `blocks` are those of the draft, or of the active version where there is no draft. */
export function schoolChecklist({
  active,
  blocks,
  daysOff,
  waves = { planned: 0, unconfirmed: 0 },
  limitedSeats = 0,
}: {
  readonly active: SchoolSettings | null;
  readonly blocks: readonly SchoolBlock[];
  readonly daysOff: number;
  /** Waves that are not over, and those of them whose own fee waits for a second person. */
  readonly waves?: { readonly planned: number; readonly unconfirmed: number };
  /** Classes and levels of the school's years whose seats are limited. */
  readonly limitedSeats?: number;
}): ChecklistItem[] {
  return SCHOOL_PARTS.map((key): ChecklistItem => {
    if (key === 'activate') {
      const text = active === null ? 'Belum pernah diaktifkan' : 'Pendaftaran belum dibuka';
      return active?.open ? { key, done: true, text: 'Pendaftaran dibuka' } : { key, done: false, text };
    }
    if (key === 'days') {
      return daysOff > 0
        ? { key, done: true, text: `${daysOff} hari libur` }
        : { key, done: false, text: 'Hari libur belum dipastikan' };
    }
    if (key === 'fees' && blocks.some(({ code }) => code === 'level_missing')) {
      return { key, done: false, text: 'Pilih jenjang dahulu' };
    }
    const block = blocks.find((one) => partOf(one.path) === key);
    if (block) return { key, done: false, text: block.text };
    if (key === 'years' && waves.unconfirmed > 0) {
      return { key, done: false, text: `${waves.unconfirmed} biaya gelombang belum dipastikan` };
    }
    if (key !== 'years') return { key, done: true, text: 'Lengkap' };
    const parts = [
      ...(waves.planned > 0 ? [`${waves.planned} gelombang`] : []),
      ...(limitedSeats > 0 ? [`${limitedSeats} batas kursi`] : []),
    ];
    return { key, done: true, text: ['Lengkap', ...parts].join(', ') };
  });
}
