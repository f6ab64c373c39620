/**
 * The message that a result is published, as WhatsApp, letter and inbox have it; here because the editor shows it before it
 * is sent. The result itself stays behind the login.
 */
export const RESULT_MESSAGE = {
  name: 'hasil_observasi_terbit',
  params: ['child', 'level', 'number', 'link'],
  text: 'Hasil observasi {{1}} untuk {{2}} (nomor pendaftaran {{3}}) sudah diumumkan.\nHasil dan langkah berikutnya ada di dashboard Anda.',
  button: 'Lihat hasil',
} as const;

/** A text with its values: `{{n}}` is the n-th. */
export function filledText(text: string, values: readonly string[]): string {
  return text.replace(/\{\{(\d)\}\}/gu, (_all, number: string) => values[Number(number) - 1] ?? '');
}
