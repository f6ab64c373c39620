/**
 * The `accept` of pickers of files, apart from the table of file types, which is loaded only where bytes are looked at; a
 * test compares the two. Naming picture types makes phones hand over JPEG instead of HEIC.
 */
export const PICTURES_ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';
export const PAGES_ACCEPT = `${PICTURES_ACCEPT},application/pdf`;
/** Of a picker that opens the camera. */
export const CAMERA_ACCEPT = 'image/*';
/** The settings of a school as one file; its content decides. */
export const SETTINGS_ACCEPT = 'application/json,.json';
