import { killAfterActivation } from '../activations.ts';
import type { Fault } from '../fault.ts';

/** The settings of the school reach every copy, whatever becomes of admission after the commit. */
export const killedActivation: Fault = {
  id: 'F21',
  title: 'kill -9 of admission between the activation of settings and their publication',
  seeded: false,
  async run({ world: shared }) {
    const wrong = await killAfterActivation(await shared(), 'Kota sesudah mati');
    return { did: 'a kill after an activation', wrong, figures: {} };
  },
};
