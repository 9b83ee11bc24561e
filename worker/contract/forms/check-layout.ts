import { conditionProblems } from "#worker/contract/forms/check-conditions";
import { kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import { maxTextLength, type Places } from "#worker/contract/forms/form-rules";
import { type FormCol, type FormLayout, type FormSection, fieldLabel } from "#worker/contract/forms/form-schema";
import { canBeSensitive, isListed } from "#worker/contract/forms/sensitive";

/** What prevents a design from being published, with its place. */
export interface LayoutProblem {
	/** Null for the form as a whole. */
	sectionId: string | null;
	/** Null for the section as a whole. */
	fieldId: string | null;
	message: string;
	/** Whether its condition is wrong. */
	isOfCondition?: true;
}

/** Returns what prevents a layout that can be saved from being published, in the order of the form. @param places for conditions about them */
export const problemsOf = (layout: FormLayout, places?: Places): LayoutProblem[] => {
	const { sections } = layout;
	const ofConditions = Map.groupBy(conditionProblems(layout, places), ({ section }) => section);
	const isForApplicants = ({ refereeSectionType }: FormLayout["sections"][number]) => refereeSectionType === undefined;
	const isAsked = sections.some(
		(section) => isForApplicants(section) && section.rows.some(({ cols }) => cols.length > 0),
	);
	return [
		...(isAsked
			? []
			: [{ sectionId: null, fieldId: null, message: "The form asks applicants nothing. Add a section with a field." }]),
		...sections.flatMap((section): LayoutProblem[] => {
			const cols = section.rows.flatMap((row) => row.cols);
			const ofSection = (message: string): LayoutProblem => ({ sectionId: section.id, fieldId: null, message });
			return [
				...(cols.length === 0
					? [ofSection(`The section “${section.title}” has no fields. Add one, or remove the section.`)]
					: []),
				...(section.refereeSectionType !== undefined && section.repeatable
					? [ofSection(`A referee answers “${section.title}” once: it cannot be repeated.`)]
					: []),
				...cols.flatMap((col) =>
					[...problemsOfField(col), ...problemsOfReferee(section, col), ...problemsOfSensitive(section, col)].map(
						(message) => ({
							sectionId: section.id,
							fieldId: col.fieldId,
							message,
						}),
					),
				),
				...(ofConditions.get(section) ?? []).map(({ col, message }) => ({
					sectionId: section.id,
					fieldId: col?.fieldId ?? null,
					isOfCondition: true as const,
					message,
				})),
			];
		}),
	];
};

const problemsOfField = (col: FormCol): string[] => {
	const { props, type } = col;
	const label = `“${fieldLabel(col)}”`;
	const [kind, options = []] = [kindOf(col), props.options];
	const needsOptions = kind === "select" || kind === "radio";
	const values = options.map(({ value }) => value);
	return [
		...(needsOptions && options.length === 0 ? [`${label} has no options to choose from. Add some.`] : []),
		...(needsOptions && options.length === 1 ? [`${label} has one option only. Add another one.`] : []),
		...(new Set(values).size < values.length ? [`Two options of ${label} have the same value.`] : []),
		...(props.source !== undefined && kind !== "place" && kind !== "country"
			? [`${label} cannot take its options from a list: it is no list, but “${type}”.`]
			: []),
		...(kind === "text" && props.maxLength !== undefined && props.maxLength > maxTextLength
			? [
					`${label} is one line, which has at most ${maxTextLength} characters. Lower its limit, or ask for several lines.`,
				]
			: []),
		...(props.min !== undefined && props.max !== undefined && props.min > props.max
			? [`The least number of ${label} is greater than the greatest.`]
			: []),
	];
};

const problemsOfReferee = ({ refereeSectionType }: FormSection, col: FormCol): string[] =>
	refereeSectionType !== undefined && takesFiles(col)
		? [`A referee is not asked for “${fieldLabel(col)}”: referees attach no files. Choose another type, or remove it.`]
		: [];

const problemsOfSensitive = ({ refereeSectionType, repeatable, rows }: FormSection, col: FormCol): string[] => {
	if (!col.props.isSensitive) return [];
	const label = `“${fieldLabel(col)}”`;
	// why: a user who removes a repeat moves the answers after it, of which they know the masks alone.
	if (repeatable || rows.some((row) => row.repeatable && row.cols.includes(col)))
		return [`${label} cannot be sensitive: applicants can repeat it.`];
	if (refereeSectionType !== undefined)
		return [`${label} is answered by a referee: only what applicants answer can be sensitive.`];
	if (!canBeSensitive(col.type))
		return [`${label} cannot be sensitive: files, formatted texts and results are not masked.`];
	if (isListed(col))
		return [`${label} cannot be sensitive: it is a column of the applicants list, which is filtered by it.`];
	return col.props.isPublic ? [`${label} is sensitive: it cannot be in the public summary.`] : [];
};
