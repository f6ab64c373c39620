/** How long an account, its role, number and password must have been as they are before it counts as a second person. */
export const EYES_HOURS = 24;

/** Why an account is no second person: it is too new or was just changed, or the first person made or changed it. */
export const EYES_REFUSALS = ['eyes_young', 'eyes_tied'] as const;
export type EyesRefusal = (typeof EYES_REFUSALS)[number];

export const EYES_MESSAGES: Readonly<Record<EyesRefusal, string>> = {
  eyes_young:
    'Akun Anda baru dibuat, atau peran, nomor, atau passwordnya baru diganti. Sebagai orang kedua Anda dapat ' +
    `memutuskan ${EYES_HOURS} jam setelah itu; sementara ini minta orang lain.`,
  eyes_tied:
    'Akun Anda atau akun orang pertama dibuat atau diubah oleh satu sama lain. Minta orang kedua yang akunnya tidak terkait.',
};
