// The time that is left, by the server's deadline.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ClockState } from "../messages";
import { warning } from "../speaking";

const TICK = 100;

/** Time is short in the last five seconds, and in the last two fifths of a short turn. */
const SOON = 5;
const SOON_SHARE = 0.4;

/** The seconds since something was told, counted on while that is of interest. */
export function usePassed(toldAt: number, isRunning: boolean): number {
  const [now, tick] = useState(performance.now());
  useEffect(() => {
    if (!isRunning) return;
    tick(performance.now());
    const timer = setInterval(() => tick(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [isRunning, toldAt]);
  return isRunning ? Math.max(0, (now - toldAt) / 1000) : 0;
}

interface ClockProps {
  clock: ClockState;
  /** When it was told, by this device's own clock. */
  toldAt: number;
  isRunning: boolean;
  seat: number;
  /** Says a warning to who plays by this clock. */
  warn?: (words: string) => void;
}

export function Clock({ clock, toldAt, isRunning, seat, warn }: ClockProps) {
  const left = leftOn(clock, seat, isRunning, usePassed(toldAt, isRunning));
  const before = useRef(left);
  useEffect(() => {
    const words = isRunning ? warning(clock.move ?? Infinity, before.current ?? 0, left ?? 0) : "";
    before.current = left;
    if (words) warn?.(words);
  }, [left]);
  if (left === null) return null;
  const share = isRunning && clock.move ? Math.min(1, left / clock.move) : 1;
  return (
    <span class={`clock ${isRunning && left < soon(clock) ? "late" : ""}`} role="timer" aria-label={`${Math.ceil(left)} seconds left`}>
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

function soon(clock: ClockState): number {
  return Math.min(SOON, SOON_SHARE * (clock.move ?? Infinity));
}

export function leftOn(clock: ClockState, seat: number, isRunning: boolean, passed: number): number | null {
  if (!isRunning || clock.left === null) return clock.bank?.[seat] ?? clock.move;
  return Math.max(0, clock.left - Math.max(passed, clock.begins)); // it stands still until the turn begins
}

/** By so much a sum of the server's seconds may be off, since each is rounded. */
const ROUNDED = 0.002;

export function said(seconds: number): string {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds - ROUNDED);
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
