import * as v from "valibot";
import { type FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import data from "./data/form-designs.json";
import type { ApplicationPlan } from "./institution";

const Form = v.array(v.string());
const { sections, forms } = v.parse(
	v.strictObject({
		sections: v.array(FormSection),
		/** The sections of each form, by id. Applicants of the year before answered `undergraduate-old`. */
		forms: v.strictObject({
			undergraduate: Form,
			"undergraduate-old": Form,
			postgraduate: Form,
			polytechnic: Form,
		}),
	}),
	data,
);

/** Returns the layout of a form. */
export const layoutOf = (form: ApplicationPlan["form"]): FormLayout => ({
	sections: forms[form].map((id) => {
		const section = sections.find((one) => one.id === id);
		if (!section) throw new Error(`The form ${form} has no section ${id}`);
		return section;
	}),
});

/** Returns the values that a field offers. */
export const optionsOf = (fieldId: string): readonly string[] => {
	const cols = sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols));
	const options = cols.find((col) => col.fieldId === fieldId)?.props.options ?? [];
	return options.map(({ value }) => value);
};
