import { startDevelopment } from '../development.ts';
import { stayUp } from './up.ts';

/** `npm run dev`: the local run, restarted and redrawn at every save, until Ctrl-C. */
export const run = () => stayUp(startDevelopment);
