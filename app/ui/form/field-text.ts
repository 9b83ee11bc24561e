/** Returns a field's value as text. why: a request may repeat any field, and a repeated field is a list. */
export const fieldText = (value: unknown): string => (typeof value === "string" ? value : "");
