/** Milliseconds after the last change before a draft is saved by itself. */
export const AUTOSAVE_PAUSE = 5000;
