/** Texts beside a paper of the school. */
export const copy = {
  share: 'Bagikan',
  preparing: 'Menyiapkan...',
  newTab: (label: string) => `${label} (tab baru)`,
  /** For others to read: it names the school's page, never the child. */
  message: (address: string) => `Dokumen ini dapat diperiksa keasliannya di ${address}`,
  failed: 'Dokumen tidak dapat dibagikan',
  failedHint: 'Unduh dokumennya, lalu bagikan dari perangkat Anda.',
} as const;
