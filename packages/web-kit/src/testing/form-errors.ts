import { screen } from '@testing-library/react';

/** Waits for the error summary of a form. */
export async function findSummary(): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name: 'Ada isian yang perlu diperbaiki' });
  const summary = heading.parentElement;
  if (!summary) throw new Error('The heading stands alone');
  return summary;
}

/** The message tied to a field by `aria-describedby`. */
export function messageAt(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
