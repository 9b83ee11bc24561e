import { answerText } from "#worker/contract/forms/answer-text";
import { readForm } from "#worker/contract/forms/form-reading";
import { answerIn, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import { capitalised } from "#worker/contract/text/printed-text";
import type { ComparedApplicant, OrganisationSettings } from "#worker/services/duplicates/comparison.queries";
import type { Field } from "#worker/services/duplicates/contract";

const formPrefix = "form.";

/** Returns the form field's own id; undefined for a field of the record. */
export const formFieldId = (id: string): string | undefined =>
	id.startsWith(formPrefix) ? id.slice(formPrefix.length) : undefined;

/** The fields of the record itself, with their labels and how their values are shown. */
export const recordFields = {
	firstName: { label: () => "First name", text: (applicant: ComparedApplicant) => applicant.firstName },
	middleName: { label: () => "Middle name", text: (applicant: ComparedApplicant) => applicant.middleName },
	lastName: { label: () => "Last name", text: (applicant: ComparedApplicant) => applicant.lastName },
	accountEmail: { label: () => "Email address", text: (applicant: ComparedApplicant) => applicant.accountEmail },
	courseId: {
		label: ({ courseAlias }: OrganisationSettings) => capitalised(courseAlias),
		text: ({ courseCode, courseId, courseTitle }: ComparedApplicant) =>
			`${courseCode ?? courseId} ${courseTitle ?? ""}`.trim(),
	},
	stageId: { label: () => "Stage", text: ({ stepName, stepId }: ComparedApplicant) => stepName ?? stepId },
	locationId: {
		label: () => "Posted to",
		text: ({ locationName, locationId }: ComparedApplicant) => locationName ?? locationId,
	},
} as const;
export type RecordFieldId = keyof typeof recordFields;

export const isRecordField = (id: string): id is RecordFieldId => Object.hasOwn(recordFields, id);

/** Compares two applicants: the fields of the record, then those of their forms in the order of the first's form. */
export const compareFields = (
	first: ComparedApplicant,
	second: ComparedApplicant,
	organisation: OrganisationSettings,
): Field[] => [...compareRecords(first, second, organisation), ...compareForms(first, second, organisation)];

const compareRecords = (
	first: ComparedApplicant,
	second: ComparedApplicant,
	organisation: OrganisationSettings,
): Field[] =>
	Object.entries(recordFields).map(([id, { label, text }]) => {
		const values = { first: text(first) || null, second: text(second) || null };
		return {
			id,
			section: null,
			label: label(organisation),
			kind: "text",
			...values,
			isSame: values.first === values.second,
			isInFirst: true,
			isInSecond: true,
		};
	});

const compareForms = (
	first: ComparedApplicant,
	second: ComparedApplicant,
	{ timeZone }: OrganisationSettings,
): Field[] => {
	const [ones, others] = [readAnswers(first, timeZone), readAnswers(second, timeZone)];
	const inFirst = fieldIdsIn(withFormLike(first, second), second);
	const inSecond = fieldIdsIn(withFormLike(second, first), first);
	const fields = [...new Set([...ones.keys(), ...others.keys()])].map((fieldId): Field => {
		const [one, other] = [ones.get(fieldId), others.get(fieldId)];
		const { section = null, label = fieldId } = one ?? other ?? {};
		const kind = one?.kind === "files" || other?.kind === "files" ? "files" : "text";
		return {
			id: `${formPrefix}${fieldId}`,
			section,
			label,
			kind,
			first: one?.text ?? null,
			second: other?.text ?? null,
			isSame: sayTheSame(one?.answer, other?.answer) && one?.objectKeys === other?.objectKeys,
			isInFirst: inFirst.has(fieldId),
			isInSecond: inSecond.has(fieldId),
		};
	});
	// why: a field that only the second has belongs in its section, not after all others.
	return [...Map.groupBy(fields, ({ section }) => section).values()].flat();
};

interface ShownAnswer {
	section: string;
	label: string;
	kind: "text" | "files";
	/** The answer as the printed form shows it; null when empty. */
	text: string | null;
	answer: unknown;
	/** Tells two files of the same name from each other. */
	objectKeys: string | undefined;
}

/** Returns a form's answers by field id, without the sections of referees, which are hidden (§2). */
const readAnswers = (applicant: ComparedApplicant, timeZone: string): Map<string, ShownAnswer> => {
	const answers = new Map<string, ShownAnswer>();
	const form = formOf(applicant);
	for (const { title, rows, refereeSectionType } of readForm(form))
		for (const { fieldId, label, ...read } of refereeSectionType === undefined
			? rows.flatMap((row) => row.fields)
			: []) {
			const files = applicant.files.filter((file) => file.fieldId === fieldId);
			const text = read.kind === "files" ? read.value.map(({ name }) => name).join(", ") : answerText(read, timeZone);
			answers.set(fieldId, {
				section: title,
				label: label + copyOf(fieldId),
				kind: read.kind === "files" ? "files" : "text",
				text: read.kind === "empty" ? null : text,
				answer: read.kind === "files" || read.kind === "empty" ? undefined : answerIn(form.data, fieldId),
				objectKeys: files.length === 0 ? undefined : JSON.stringify(files.map(({ objectKey }) => objectKey)),
			});
		}
	return answers;
};

/** Returns ' (2)' for 'school__2', the second copy of a repeated field. */
const copyOf = (fieldId: string): string => (/(?:__\d+)+$/.exec(fieldId)?.[0] ?? "").replace(/__(\d+)/g, " ($1)");

/** Returns an applicant's form as it is read; an empty one for an applicant who has none. */
export const formOf = ({ layout, data, repeats, files }: ComparedApplicant) => ({
	layout: layout ?? { sections: [] },
	data: data ?? {},
	repeats: repeats ?? { sections: {}, rows: {} },
	attachments: files,
});

/** Gives an applicant without a form the layout of the other's: a merge creates a form like it. */
export const withFormLike = (applicant: ComparedApplicant, other: ComparedApplicant): ComparedApplicant =>
	applicant.submissionId === null ? { ...applicant, layout: other.layout } : applicant;

/** Returns the ids of a form's fields, with the repeats that either form has. */
const fieldIdsIn = (applicant: ComparedApplicant, other: ComparedApplicant): ReadonlySet<string> => {
	const [own, others] = [formOf(applicant), formOf(other)];
	// why all: what one of the forms does not ask for has its place in it.
	const sections = layOutAll(
		{
			layout: own.layout,
			data: { ...others.data, ...own.data },
			repeats: {
				sections: maxCounts(own.repeats.sections, others.repeats.sections),
				rows: maxCounts(own.repeats.rows, others.repeats.rows),
			},
			attachments: [...own.attachments, ...others.attachments],
		},
		"applicant",
	);
	return new Set(slotsOf(sections).map(({ fieldId }) => fieldId));
};

type Counts = RepeatCounts["sections"];

const maxCounts = (one: Counts, other: Counts): Counts => {
	const counts = new Map(Object.entries(one));
	for (const [id, count] of Object.entries(other)) counts.set(id, Math.max(count, counts.get(id) ?? 1));
	return Object.fromEntries(counts);
};
