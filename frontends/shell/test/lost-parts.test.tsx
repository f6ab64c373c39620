import { copy } from '../src/copy.ts';
import { lostCopy, SidePart } from '../src/layout/side-part.tsx';
import { aUser, renderApp } from './render-app.tsx';
import { ToastRegion } from '@gerbang/ui/toast';
import { render, screen } from '@testing-library/react';

jest.mock('../src/layout/app-frame.tsx', () => ({
  appFrame: async () => () => {
    throw new Error('lost');
  },
}));

let silence: jest.SpyInstance;
beforeEach(() => {
  silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => silence.mockRestore());

test('when the frame of the pages fails, then a panel with a way on stands in place of a blank page', async () => {
  renderApp('/dashboard', aUser());
  expect(await screen.findByText(copy.failure.remoteTitle)).toBeTruthy();
  expect(screen.getByRole('button', { name: copy.failure.retry })).toBeTruthy();
});

test('when a part beside the page fails, then what stands for it and the page stay, and a toast says so', async () => {
  const Lost = () => {
    throw new Error('lost');
  };
  render(
    <>
      <p>isi halaman</p>
      <SidePart instead={<button type="button">Menu</button>}>
        <Lost />
      </SidePart>
      <ToastRegion />
    </>,
  );
  expect(await screen.findByText(lostCopy.title)).toBeTruthy();
  expect(screen.getByText('isi halaman')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy();
});
