import type { z } from 'zod';
import type * as operations from './operations.ts';

/** Shapes of the operations' figures without their schemas, for programs that must not carry zod. */
export type MessageHealth = z.output<(typeof operations.readMessageHealth)['response'][200]>;
export type LoginHealth = z.output<(typeof operations.readLoginHealth)['response'][200]>;
