import { formatCount } from "#app/format/numbers";
import type { FormCol, FormSection } from "#worker/contract/forms/form-schema";

/** The types of fields in words, the frequent ones first (§3 Form schema). */
export const fieldTypeNames: Readonly<Record<string, string>> = {
	text: "Text of one line",
	textarea: "Text of several lines",
	wysiwyg: "Formatted text",
	number: "Number",
	email: "Email address",
	phone: "Phone number",
	select: "List to choose one from",
	radio: "Options, of which one is chosen",
	checkbox: "Box to tick, or several with options",
	"single-date": "Date",
	date: "Period from and to",
	file: "Files",
	camera: "Photograph",
	"neco-result": "O'level results",
};

export const sourceNames: Readonly<Record<string, string>> = {
	"nigeria-states-lga": "States and LGAs of Nigeria",
	countries: "Countries",
};

/** Which properties a type of field has beside those that all have. */
export const hasOptions = (type: string): boolean => ["select", "radio", "checkbox"].includes(type);
export const hasSource = (type: string): boolean => ["text", "select", "radio"].includes(type);
export const hasLength = (type: string): boolean => ["text", "textarea", "wysiwyg"].includes(type);
export const hasRange = (type: string): boolean => type === "number";
export const hasWords = (type: string): boolean => type === "checkbox";

/** What is said of a field beside its name. */
export const aboutField = ({ type, props }: FormCol): string[] => [
	(props.source && sourceNames[props.source]) ?? fieldTypeNames[type] ?? type,
	...(props.options?.length ? [formatCount(props.options.length, "option")] : []),
	...(props.maxLength === undefined ? [] : [`at most ${props.maxLength} characters`]),
	...(props.min === undefined ? [] : [`from ${props.min}`]),
	...(props.max === undefined ? [] : [`up to ${props.max}`]),
	...(props.isSensitive ? ["sensitive"] : []),
];

/** What is said of a section beside its title. */
export const aboutSection = ({ refereeSectionType, repeatable, isPublic }: Omit<FormSection, "rows">): string[] => [
	...(refereeSectionType === undefined ? [] : [`Answered by a referee: ${refereeSectionType}`]),
	...(repeatable ? ["Can be repeated"] : []),
	...(isPublic ? ["In the public summary"] : []),
];
