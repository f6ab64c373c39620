/** Texts of the gateway about the school. */
export const schoolCopy = {
  preparing: (name: string, contact: string) => `Portal ${name} sedang disiapkan. Hubungi ${contact}.`,
} as const;
