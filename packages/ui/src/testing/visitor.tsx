import { userEvent } from '@testing-library/user-event';

/** A visitor who types and clicks without a pause between two keys; long texts are pasted. */
export const visitor = () => userEvent.setup({ delay: null });
