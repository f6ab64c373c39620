import type { z } from 'zod';
import type * as waves from './waves.ts';

/** Shapes of the calls about waves without their schemas, for programs that must not carry zod. */
export type WaveList = z.output<(typeof waves.listWaves)['response'][200]>;
export type WaveOfLevel = WaveList['levels'][number]['waves'][number];
export type StaffWave = z.output<typeof waves.staffWaveSchema>;
export type WaveCreation = z.input<(typeof waves.createWave)['body']>;
export type WaveChange = z.input<(typeof waves.updateWave)['body']>;
