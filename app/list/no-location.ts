import type { Choice } from "#app/ui/form/choice";

/** The choice that takes a posting back. why a word: an empty choice is none. */
export const noLocationChoice: Choice = { value: "none", label: "No location" };

export const locationOf = (choice: string): string | null => (choice === noLocationChoice.value ? null : choice);
