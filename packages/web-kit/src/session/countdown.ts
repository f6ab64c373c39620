import { useEffect, useState } from 'react';

/** Seconds left of a wait that `start` begins; 0 = over. Counts by the clock, so a sleeping phone does not stretch it. */
export function useCountdown(seconds: number, running = false) {
  const [until, setUntil] = useState(() => (running ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [left]);
  const start = () => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return { left, start };
}
