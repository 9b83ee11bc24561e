/** Returns the text with a capital first letter: an institution's word for a course begins a sentence or a heading. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
