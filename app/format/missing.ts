/** What stands for a value that is not there (§8). */
export const missing = "--/--";
