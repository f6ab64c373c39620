/** The address that opens the form of a new child. */
export const NEW_CHILD = '/children?tambah';

/** The address that opens the registration of a child. */
export const registerWay = (childId: string) => `/registrations?daftarkan=${encodeURIComponent(childId)}`;

/** The state of a page that follows a registration as its next step. */
export const GUIDED = { guided: true } as const;
