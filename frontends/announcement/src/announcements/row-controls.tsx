import { styled } from 'styled-components';
import { type Answer, ANSWERS } from './editor-values.ts';

/** The end of the registration number, beside the name. */
export const Digits = styled.span`
  font-size: 0.8125rem;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

/** What tells namesakes apart, below the name. */
export const Mark = styled.small`
  display: block;
  font-size: 0.8125rem;
  line-height: 1.35;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const TONES: Readonly<Record<Answer, string>> = {
  passed: 'success',
  failed: 'neutral',
  waitlisted: 'waiting',
  left_out: 'attention',
};

/** The results of a student, as buttons side by side. */
export const Options = styled.div`
  display: inline-flex;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  overflow: hidden;
  label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 32px;
    padding: 2px 10px;
    white-space: nowrap;
    cursor: pointer;
  }
  label + label {
    border-inline-start: 1px solid var(--border-subtle);
  }
  label:has(:checked) {
    font-weight: 600;
    box-shadow: inset 0 0 0 1.5px currentcolor;
  }
  label:first-child {
    border-start-start-radius: 9px;
    border-end-start-radius: 9px;
  }
  label:last-child {
    border-start-end-radius: 9px;
    border-end-end-radius: 9px;
  }
  ${ANSWERS.map(
    (answer) => `
  label:has([value='${answer}']:checked) {
    background: var(--tone-${TONES[answer]}-bg);
    color: var(--tone-${TONES[answer]}-fg);
  }`,
  ).join('')}
  label:has(:focus-visible) {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  @container (max-width: 639.98px) {
    display: flex;
    label {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;

/** The note: a line that grows while it is written. */
export const NoteField = styled.textarea`
  display: block;
  width: 100%;
  min-width: 120px;
  height: 36px;
  padding: 7px 10px;
  border: 1px solid transparent;
  border-radius: 10px;
  background: transparent;
  color: var(--text-primary);
  font-size: 0.875rem;
  line-height: 1.43;
  resize: none;
  overflow: hidden;
  tr:hover & {
    border-color: var(--border-subtle);
  }
  &:focus {
    height: auto;
    min-height: 36px;
    max-height: 160px;
    overflow: auto;
    field-sizing: content;
    border-color: var(--border-control);
    background: var(--bg-surface);
  }
  @container (max-width: 639.98px) {
    height: auto;
    min-height: 44px;
    field-sizing: content;
    border-color: var(--border-control);
    font-size: 1rem;
  }
`;

/** Whether a person has examined the result. */
export const Tick = styled.input`
  display: block;
  width: 20px;
  height: 20px;
  margin: 0;
  accent-color: var(--action-bg);
  cursor: pointer;
  @container (max-width: 639.98px) {
    width: 24px;
    height: 24px;
  }
`;
