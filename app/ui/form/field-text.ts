/** A field's value as text. why: a form may repeat any field, and what was sent twice is a list. */
export const fieldText = (value: unknown): string => (typeof value === "string" ? value : "");
