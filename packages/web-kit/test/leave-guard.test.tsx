import '../src/testing/dom-globals.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from '../src/page/router.ts';
import { useLeaveGuard } from '../src/forms/leave-guard.ts';

function Form() {
  const [unsaved, setUnsaved] = useState(false);
  const guard = useLeaveGuard(unsaved);
  return (
    <>
      <button type="button" onClick={() => setUnsaved(true)}>
        ketik
      </button>
      <Link to="/lain">lain</Link>
      {guard.asked ? (
        <>
          <button type="button" onClick={guard.leave}>
            tinggalkan
          </button>
          <button type="button" onClick={guard.stay}>
            tetap
          </button>
        </>
      ) : null}
    </>
  );
}

const click = (name: string) => fireEvent.click(screen.getByText(name));
const at = () => window.location.pathname;

beforeEach(() => {
  window.history.replaceState(null, '', '/form');
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/form" element={<Form />} />
        <Route
          path="*"
          element={
            <>
              <p>halaman lain</p>
              <Link to="/form">ke formulir</Link>
            </>
          }
        />
      </Routes>
    </BrowserRouter>,
  );
});

test('when nothing is unsaved, then links lead on and the page closes without a word', () => {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(false);
  click('lain');
  expect(screen.getByText('halaman lain')).toBeTruthy();
});

test('when something is unsaved, then a link asks first, staying stays, leaving goes where it led', () => {
  click('ketik');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  click('lain');
  expect(at()).toBe('/form');
  click('tetap');
  expect(screen.queryByText('tinggalkan')).toBeNull();
  click('lain');
  click('tinggalkan');
  expect(screen.getByText('halaman lain')).toBeTruthy();
});

test('when the back button is pressed with something unsaved, then the page stays and asks, and leaving goes back', async () => {
  click('lain');
  click('ke formulir');
  click('ketik');
  window.history.back();
  await screen.findByText('tinggalkan');
  await waitFor(() => expect(at()).toBe('/form'));
  click('tinggalkan');
  await screen.findByText('halaman lain');
  expect(at()).toBe('/lain');
});
