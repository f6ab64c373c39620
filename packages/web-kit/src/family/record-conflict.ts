/** Two people, one record of a family: the question, and what follows from its answer. */
export { RecordConflict } from './record-conflict.view.tsx';
