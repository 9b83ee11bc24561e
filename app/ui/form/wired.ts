import { fieldText } from "#app/ui/form/field-text";

interface ConformField {
	name: string;
	id: string;
	initialValue?: unknown;
	errors?: string[] | undefined;
}

/** Returns what a text field takes from Conform, except its key, which React takes apart. */
export const wired = ({ name, id, initialValue, errors }: ConformField) => ({
	name,
	id,
	defaultValue: fieldText(initialValue),
	errors,
});
