import { type FormCol, fieldTypes } from "#worker/contract/forms/form-schema";

/**
 * How a field is asked: its type, unless its source makes it a list of places or countries, or a box has words for both
 * of its states, of which neither is the default (§3 Form schema).
 */
export type FieldKind = (typeof fieldTypes)[number] | "choices" | "yes-no" | "place" | "country" | "unknown";

const listTypes = new Set(["text", "select", "radio"]);

/** Returns the kind by which a field is drawn, read and checked. */
export const kindOf = ({ type, props }: FormCol): FieldKind => {
	if (listTypes.has(type) && props.source === "nigeria-states-lga") return "place";
	if (listTypes.has(type) && props.source === "countries") return "country";
	if (type === "checkbox" && props.options?.length) return "choices";
	// why not a required one: that is a box which has to be ticked, as a declaration.
	if (type === "checkbox" && props.trueDisplay && props.falseDisplay && !props.required) return "yes-no";
	return fieldTypes.find((known) => known === type) ?? "unknown";
};

/** Checks whether the field's answers are files. */
export const takesFiles = ({ type }: Pick<FormCol, "type">): boolean => type === "file" || type === "camera";
