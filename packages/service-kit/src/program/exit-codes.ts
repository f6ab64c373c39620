/** Exit code of a program whose event loop stood still: a fault of the software, in the numbers of sysexits.h. */
export const STUCK_EXIT = 70;
