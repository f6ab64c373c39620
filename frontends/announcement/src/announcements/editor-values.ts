import type { Announcement } from '@gerbang/contracts/announcement.types';
import { z } from '@gerbang/web-kit/form';
import { editorCopy as copy } from './editor.copy.ts';

/** The contract's bounds (packages/contracts, announcements), held together by a test. */
export const BOUNDS = { title: 200, content: 5000, period: 100, note: 1000, results: 2500 } as const;

const required = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, copy.atMost(max)));

/** Required fields. */
export const editorSchema = z.object({
  title: required(BOUNDS.title, copy.required.title),
  observation_period: required(BOUNDS.period, copy.required.period),
  jenjang: required(3, copy.required.level),
  content: required(BOUNDS.content, copy.required.content),
});

export const FIELDS = ['title', 'observation_period', 'jenjang', 'content'] as const;
export type EditorValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Initial values of the form. */
export function valuesOf(announcement: Announcement | null): EditorValues {
  return {
    title: announcement?.title ?? '',
    observation_period: announcement?.observation_period ?? '',
    jenjang: announcement?.jenjang ?? '',
    content: announcement?.content ?? '',
  };
}
