/** Shown for a value that does not exist (§8). */
export const missing = "--/--";
