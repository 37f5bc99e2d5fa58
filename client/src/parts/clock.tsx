// The time that is left, by the server's deadline.
import { useEffect, useState } from "preact/hooks";
import type { ClockState } from "../messages";

const TICK = 100;
const SOON = 5;

interface ClockProps {
  clock: ClockState;
  /** When it was told, by this device's own clock. */
  toldAt: number;
  isRunning: boolean;
  seat: number;
}

export function Clock({ clock, toldAt, isRunning, seat }: ClockProps) {
  const [now, tick] = useState(performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [isRunning, clock]);
  const passed = isRunning ? Math.max(0, (now - toldAt) / 1000) : 0;
  const left = leftOn(clock, seat, isRunning, passed);
  if (left === null) return null;
  const share = isRunning && clock.move ? Math.min(1, left / clock.move) : 1;
  return (
    <span class={`clock ${isRunning && left < SOON ? "late" : ""}`} role="timer" aria-label={`${Math.ceil(left)} seconds left`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="var(--hairline)" stroke-width="4" />
        <circle
          cx="12"
          cy="12"
          r="9"
          fill="none"
          stroke="currentColor"
          stroke-width="4"
          stroke-dasharray={`${share * 56.55} 56.55`}
          transform="rotate(-90 12 12)"
        />
      </svg>
      {said(left)}
    </span>
  );
}

export function leftOn(clock: ClockState, seat: number, isRunning: boolean, passed: number): number | null {
  if (!isRunning || clock.left === null) return clock.bank?.[seat] ?? clock.move;
  return Math.max(0, clock.left - Math.max(passed, clock.begins)); // it stands still until the turn begins
}

export function said(seconds: number): string {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
