import { type FormCol, fieldTypes } from "#worker/contract/forms/form-schema";

/** How a field is asked: its type, unless its source makes it a list of places or countries (§3 Form schema). */
export type FieldKind = (typeof fieldTypes)[number] | "choices" | "place" | "country" | "unknown";

const listTypes = new Set(["text", "select", "radio"]);

/** Returns the kind by which a field is drawn, read and checked. */
export const kindOf = ({ type, props }: FormCol): FieldKind => {
	if (listTypes.has(type) && props.source === "nigeria-states-lga") return "place";
	if (listTypes.has(type) && props.source === "countries") return "country";
	if (type === "checkbox" && props.options?.length) return "choices";
	return fieldTypes.find((known) => known === type) ?? "unknown";
};

/** Checks whether the field's answers are files. */
export const takesFiles = ({ type }: Pick<FormCol, "type">): boolean => type === "file" || type === "camera";
