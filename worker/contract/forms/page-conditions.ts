import { conditionalParts, decidersIn, partsBehind } from "#worker/contract/forms/conditions";
import { answerIn, type FormData, type FormLayout, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { type FormToLayOut, layOutWhole, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

/** What decides which fields of a page are asked for: only the parts of the form that have to do with it. */
export interface PageConditions {
	layout: FormLayout;
	/** What is answered to these fields, on this page and elsewhere. */
	data: FormData;
	repeats: RepeatCounts;
	attachments: { fieldId: string }[];
}

/** Returns the conditions of the fields of these sections; undefined where they have none. */
export const conditionsOfPage = (form: FormToLayOut, page: readonly SlotSection[]): PageConditions | undefined => {
	const shown = new Set(page.map(({ sectionId }) => sectionId));
	const own = conditionalParts(form.layout).filter(({ section }) => shown.has(section.id));
	if (own.length === 0) return undefined;
	const find = decidersIn(form.layout);
	const parts = [...own, ...own.flatMap((part) => partsBehind(find, part))];
	const cols = new Set(parts.map(({ col }) => col));
	const sections = new Set(parts.map(({ section }) => section));
	const laidOut = layOutWhole(form).filter(({ sectionId }) => [...sections].some(({ id }) => id === sectionId));
	const fields = slotsOf(laidOut).filter(({ col }) => cols.has(col));
	const fieldIds = new Set(fields.map(({ fieldId }) => fieldId));
	const rows = laidOut.flatMap((section) => section.rows);
	return {
		layout: {
			sections: form.layout.sections
				.filter((section) => sections.has(section))
				.map((section) => ({
					...section,
					rows: section.rows
						.map((row) => ({ ...row, cols: row.cols.filter((col) => cols.has(col)) }))
						.filter((row) => row.cols.length > 0),
				})),
		},
		data: Object.fromEntries(
			[...fieldIds].flatMap((fieldId) => {
				const answer = answerIn(form.data, fieldId);
				return answer === undefined ? [] : [[fieldId, answer]];
			}),
		),
		// why counted: a repeat that is there for a field that is left out here is there all the same.
		repeats: {
			sections: Object.fromEntries(laidOut.map(({ sectionId, copy }) => [sectionId, copy])),
			rows: Object.fromEntries(rows.map(({ countId, copy }) => [countId, copy])),
		},
		attachments: (form.attachments ?? [])
			.filter(({ fieldId }) => fieldIds.has(fieldId))
			.map(({ fieldId }) => ({ fieldId })),
	};
};

/** What is not asked for: fields by their ids with `__n`, and sections by theirs. */
export interface Hidden {
	fields: ReadonlySet<string>;
	sections: ReadonlySet<string>;
}

/** Returns what is marked as hidden. */
export const markedHidden = (sections: readonly SlotSection[]): Hidden => ({
	fields: new Set(slotsOf(sections).flatMap(({ fieldId, isHidden }) => (isHidden ? [fieldId] : []))),
	sections: new Set(sections.flatMap(({ id, isHidden }) => (isHidden ? [id] : []))),
});

interface Typed {
	/** By field id; others are as they were. */
	answers: FormData;
	/** The fields of the page that have files now. */
	attached: readonly string[];
	/** The fields of the page, as far as it shows them. */
	shown: ReadonlySet<string>;
}

/** Returns what is not asked for by what is typed on a page. */
export const hiddenBy = (
	{ layout, data, repeats, attachments }: PageConditions,
	{ answers, attached, shown }: Typed,
): Hidden =>
	markedHidden(
		layOutWhole({
			layout,
			repeats,
			data: { ...data, ...answers },
			attachments: [
				...attachments.filter(({ fieldId }) => !shown.has(fieldId)),
				...attached.map((fieldId) => ({ fieldId })),
			],
		}),
	);
