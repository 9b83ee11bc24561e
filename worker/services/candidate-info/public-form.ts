import type { FormData, FormLayout, FormSection } from "#worker/contract/forms/form-schema";

const isReferees = (section: FormSection) => section.refereeSectionType !== undefined;

/** The layout without the sections that referees answer: what they wrote is confidential. */
export const publicLayout = ({ sections }: FormLayout): FormLayout => ({
	sections: sections.filter((section) => !isReferees(section)),
});

/** Is this a field, or the repeat of a field (`school__2`), of a public section and of no referee's? */
export const publicFields = (layout: FormLayout): ((fieldId: string) => boolean) => {
	const open = fieldsOf(layout.sections.filter((section) => !isReferees(section)));
	const confidential = fieldsOf(layout.sections.filter(isReferees));
	return (fieldId) => {
		const names = [fieldId, fieldId.replace(/(__\d+)+$/, "")];
		return names.some((name) => open.has(name)) && !names.some((name) => confidential.has(name));
	};
};

const fieldsOf = (sections: readonly FormSection[]): Set<string> =>
	new Set(sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId))));

/** The answers to public fields; an answer the layout does not know stays private. */
export const publicAnswers = (layout: FormLayout, data: FormData): FormData => {
	const isPublic = publicFields(layout);
	return Object.fromEntries(Object.entries(data).filter(([fieldId]) => isPublic(fieldId)));
};
