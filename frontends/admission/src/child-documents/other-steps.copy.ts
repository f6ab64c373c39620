/** Texts of what a family does besides its documents. */
export const otherStepsCopy = {
  next: (text: string) => `Berikutnya: ${text}`,
  statuses: { todo: 'Belum', waiting: 'Menunggu', done: 'Selesai' },
} as const;
