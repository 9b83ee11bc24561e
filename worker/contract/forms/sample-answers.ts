import { answersTo } from "#worker/contract/forms/check-conditions";
import { conditionalParts, decidersIn } from "#worker/contract/forms/conditions";
import { kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import type { Places } from "#worker/contract/forms/form-rules";
import type { FormCol, FormData, FormLayout, ShowWhen } from "#worker/contract/forms/form-schema";
import type { FileOfForm } from "#worker/contract/forms/form-values";

/** Returns the layouts that a form has for each who answers it: an id may be in several, with answers of its own in each. */
export const layoutsByAnswerer = ({ sections }: FormLayout): FormLayout[] =>
	[...Map.groupBy(sections, ({ refereeSectionType }) => refereeSectionType).values()].map((own) => ({ sections: own }));

/**
 * Returns made-up answers to every field of a layout that one person answers, for a preview. An answer that decides about
 * other fields is one that asks for the first of them.
 */
export const sampleAnswers = (layout: FormLayout, places: Places): { data: FormData; attachments: FileOfForm[] } => {
	const find = decidersIn(layout);
	const decisions = new Map<FormCol, ShowWhen>();
	for (const { section, col } of conditionalParts(layout)) {
		const { showWhen } = col ?? section;
		const decider = showWhen && find(section, showWhen)?.col;
		if (decider && !decisions.has(decider)) decisions.set(decider, showWhen);
	}
	const cols = layout.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	const isEmptied = (col: FormCol) => decisions.get(col)?.is === "empty";
	return {
		data: Object.fromEntries(
			cols
				.filter((col) => !takesFiles(col) && !isEmptied(col))
				.map((col) => [col.fieldId, sampleOf(col, decisions.get(col), places)]),
		),
		attachments: cols
			.filter((col) => takesFiles(col) && !isEmptied(col))
			.map(({ fieldId, type }) => ({
				id: `sample-${fieldId}`,
				fieldId,
				size: 240_000,
				...(type === "camera"
					? { name: "photograph.jpg", mimetype: "image/jpeg" }
					: { name: "document.pdf", mimetype: "application/pdf" }),
			})),
	};
};

const sampleOf = (col: FormCol, decision: ShowWhen | undefined, places: Places): unknown => {
	const { props } = col;
	const kind = kindOf(col);
	const value = valueFor(col, decision, places);
	const state = places.states.find((one) => one.state === value) ?? places.states[0];
	const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, maxLength = 10_000 } = props;
	switch (kind) {
		case "checkbox":
			return value !== "false";
		case "yes-no":
			return value !== "false";
		case "choices":
			return value === undefined ? (props.options ?? []).slice(0, 2).map((option) => option.value) : [value];
		case "place":
			return { state: state?.state ?? "", lga: state?.lgas[0] ?? "" };
		case "number":
			return Number(value ?? decision?.number ?? Math.min(max, Math.max(min, 25)));
		case "date":
			return { from: "2019-09-09", to: "2025-07-25" };
		case "single-date":
			return "2007-03-02";
		case "phone":
			return "0803 123 4567";
		case "email":
			return value ?? "applicant@example.com";
		case "textarea":
			return "A longer answer, of several sentences. It shows how much room such an answer takes.".slice(0, maxLength);
		case "wysiwyg":
			return "<p>A longer answer with <strong>bold</strong> words.</p><ul><li>A first point</li><li>A second point</li></ul>";
		case "neco-result":
			return sampleResult;
		default:
			return (value ?? "Sample answer").slice(0, maxLength);
	}
};

/** Returns the text that an answer says: what the decision wants, or else the first option. */
const valueFor = (col: FormCol, decision: ShowWhen | undefined, places: Places): string | undefined => {
	const offered = answersTo(col, places)?.map(({ value }) => value);
	const { is, values = [] } = decision ?? {};
	if (is === "one-of") return values.find((value) => offered?.includes(value) ?? true) ?? offered?.[0];
	if (is === "not-one-of") return offered ? offered.find((value) => !values.includes(value)) : undefined;
	return kindOf(col) === "country" ? "Nigeria" : offered?.[0];
};

const sampleResult = {
	firstName: "Sample",
	lastName: "Applicant",
	registrationNumber: "0000000000AA",
	gender: "F",
	examination: "National Examinations Council 2026",
	subjects: [
		{ name: "English Language", shortName: "ENG", grade: "B3" },
		{ name: "Mathematics", shortName: "MTH", grade: "B2" },
		{ name: "Physics", shortName: "PHY", grade: "A1" },
		{ name: "Chemistry", shortName: "CHM", grade: "C4" },
		{ name: "Biology", shortName: "BIO", grade: "C5" },
	],
};
