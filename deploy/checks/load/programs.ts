/** The programs of a school's installation, without the simulator that plays WhatsApp. */
export const PROGRAMS = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'] as const;
