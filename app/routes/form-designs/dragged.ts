/** Writes which section, or field of a section, is dragged. */
export const writeDragged = (sectionId: string, fieldId?: string): string =>
	fieldId === undefined ? `section ${sectionId}` : `field ${sectionId} ${fieldId}`;

export const readDragged = (text: string) => {
	const [kind = "", sectionId = "", fieldId = ""] = text.split(" ");
	return { kind: kind === "field" ? ("field" as const) : ("section" as const), sectionId, fieldId };
};
