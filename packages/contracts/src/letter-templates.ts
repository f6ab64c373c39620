/** Kinds of messages that go by e-mail alone: they are about the address itself. */
export const LETTER_KINDS = ['email_verification', 'email_changed'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/**
 * What a letter of these kinds says above its button, whose address is the parameter `link`. Nothing that a person typed is
 * in it, because an address may belong to a stranger until it is verified.
 */
export const LETTER_TEXTS: Readonly<Record<LetterKind, string>> = {
  email_verification:
    'Alamat email ini dicantumkan pada sebuah akun di portal pendaftaran kami. Buka halaman di bawah ini, lalu tekan tombolnya, untuk menyatakan bahwa alamat ini milik Anda. Tautan berlaku 48 jam dan hanya satu kali.\nJika Anda tidak memiliki akun di portal kami, abaikan surat ini.',
  email_changed:
    'Alamat email akun Anda di portal pendaftaran baru saja diganti dari alamat ini ke alamat lain.\nJika bukan Anda yang menggantinya, segera atur ulang password dan hubungi sekolah.',
};

/** Whether messages of a kind go by e-mail alone. */
export const isLetterKind = (kind: string): kind is LetterKind =>
  (LETTER_KINDS as readonly string[]).includes(kind);

/** A link as it may be stored: without what it carries behind its `#`. */
export const withoutSecret = (link: string, mask: string): string => link.replace(/#.*$/su, `#${mask}`);
