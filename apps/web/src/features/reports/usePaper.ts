"use client";
import { useEffect } from "react";

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Paper is white: turns the dark theme off; returns how to turn it back on. */
function lightUp(): () => void {
  const { classList, style } = document.documentElement;
  if (!classList.contains("dark")) return () => undefined;
  classList.remove("dark");
  style.colorScheme = "light";
  return () => {
    classList.add("dark");
    style.colorScheme = "dark";
  };
}

/** Prints the page in the light theme, after charts on a canvas have been painted in it. */
export async function printPage(): Promise<void> {
  const restore = lightUp();
  await nextFrame();
  await nextFrame();
  window.print();
  restore();
}

/** The same for whoever prints through the menu of the browser. */
export function usePaper(): void {
  useEffect(() => {
    let restore: () => void = () => undefined;
    const before = () => {
      restore = lightUp();
    };
    const after = () => restore();
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
}
