import { paymentLabels, referencesLabels } from "#worker/contract/criteria/terms";
import type { ApplicationWords } from "#worker/services/assistant/contract";

type Field = ApplicationWords["fields"][number];

/** What a condition can be about, as its form names it: a test, with the field or the fact that it asks for. */
interface Kind {
	/** `credits`, `number:utme`, `number:field:weight`, `choice:maritalStatus`. */
	what: string;
	label: string;
}

export interface KindGroup {
	label: string;
	kinds: readonly Kind[];
}

const results: KindGroup = {
	label: "Results",
	kinds: [
		{ what: "credits", label: "O'level results" },
		{ what: "number:utme", label: "UTME score" },
		{ what: "number:postUtme", label: "Post-UTME score" },
		{ what: "utmeSubjects", label: "UTME subjects" },
	],
};

const person: KindGroup = {
	label: "Person",
	kinds: [
		{ what: "number:age", label: "Age" },
		{ what: "date:birth", label: "Date of birth" },
		{ what: "gender", label: "Gender" },
		{ what: "origin", label: "State of origin" },
	],
};

const record: KindGroup = {
	label: "Application",
	kinds: [
		{ what: "course", label: "{Course}" },
		{ what: "stage", label: "Stage" },
		{ what: "submitted", label: "Form submitted" },
		{ what: "date:submitted", label: "Day of submission" },
		{ what: "payment", label: "Payments" },
		{ what: "references", label: "References" },
	],
};

/** Kinds of fields whose answers are files: only whether there is one can be asked. */
const files = new Set(["file", "camera"]);

/** What the answers of a field can be compared by. why nothing for a sensitive one: it would say what was answered. */
const comparisonsOf = ({ fieldId, label, kind, options, isSensitive }: Field): Kind[] => {
	if (isSensitive || files.has(kind)) return [];
	if (kind === "number") return [{ what: `number:field:${fieldId}`, label }];
	if (kind === "single-date") return [{ what: `date:field:${fieldId}`, label }];
	if (options.length > 0) return [{ what: `choice:${fieldId}`, label }];
	return [{ what: `text:${fieldId}`, label: `${label}: its words` }];
};

const kindsOfField = (field: Field): Kind[] => [
	...comparisonsOf(field),
	{
		what: `answered:${field.fieldId}`,
		label: files.has(field.kind) ? `${field.label}: the file` : `${field.label}: whether answered`,
	},
];

/** Returns everything that a condition of an application can be about. */
export const kindsFor = ({ fields }: Pick<ApplicationWords, "fields">): KindGroup[] => [
	results,
	person,
	record,
	...(fields.length > 0 ? [{ label: "Answers of the form", kinds: fields.flatMap(kindsOfField) }] : []),
];

const choicesOf = (labels: Record<string, string>) =>
	Object.entries(labels).map(([value, label]) => ({ value, label }));

export const paymentChoices = choicesOf(paymentLabels);
export const referencesChoices = choicesOf(referencesLabels);
export const genderChoices = [
	{ value: "F", label: "Female" },
	{ value: "M", label: "Male" },
];
