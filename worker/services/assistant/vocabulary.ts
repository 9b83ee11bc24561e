import type { FieldKind } from "#worker/contract/forms/field-kind";

/** A field of the form that criteria can ask for. */
export interface VocabularyField {
	fieldId: string;
	/** As screens call it. */
	label: string;
	/** Everything that it is called: its labels. */
	names: readonly string[];
	kind: FieldKind;
	/** The answers to choose from, as the form keeps them and as they are shown; none of a sensitive field. */
	options: readonly { value: string; label: string }[];
	/** Whether it can be asked only whether it is answered: anything else would say what was answered. */
	isSensitive: boolean;
	/** Whether an applicant can have several answers: boxes, or a part of the form that is repeated. */
	hasSeveral: boolean;
}

/** The words of one application: what criteria can be about. */
export interface Vocabulary {
	courses: readonly { id: string; code: string; title: string }[];
	steps: readonly { id: string; name: string; type: string }[];
	places: readonly { state: string; lgas: readonly string[] }[];
	fields: readonly VocabularyField[];
}
