export type InsertText = (text: string) => void;

/** Inserts into a field of plain text: over the selection, as if it had been typed. */
export const insertIntoField = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
	field.focus();
	field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
	field.dispatchEvent(new Event("input", { bubbles: true }));
};
