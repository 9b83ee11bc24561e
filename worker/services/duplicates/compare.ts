import { answerText } from "#worker/contract/forms/answer-text";
import { readForm } from "#worker/contract/forms/form-reading";
import { answerIn, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import { capitalised } from "#worker/contract/text/printed-text";
import type { Field } from "#worker/services/duplicates/contract";
import type { AroundSides, ReadSide } from "#worker/services/duplicates/sides.queries";

/** What the id of a form's field begins with in a comparison. */
const formPrefix = "form.";

export const formFieldId = (id: string): string | undefined =>
	id.startsWith(formPrefix) ? id.slice(formPrefix.length) : undefined;

/** Fields of the record itself, what they are called, and how they are shown. */
export const recordFields = {
	firstName: { label: () => "First name", text: (side: ReadSide) => side.firstName },
	middleName: { label: () => "Middle name", text: (side: ReadSide) => side.middleName },
	lastName: { label: () => "Last name", text: (side: ReadSide) => side.lastName },
	accountEmail: { label: () => "Email address", text: (side: ReadSide) => side.accountEmail },
	courseId: {
		label: ({ courseAlias }: AroundSides) => capitalised(courseAlias),
		text: (side: ReadSide) => `${side.courseCode ?? side.courseId} ${side.courseTitle ?? ""}`.trim(),
	},
	stageId: { label: () => "Stage", text: (side: ReadSide) => side.stepName ?? side.stepId },
	locationId: { label: () => "Posted to", text: (side: ReadSide) => side.locationName ?? side.locationId },
} as const;
export type RecordFieldId = keyof typeof recordFields;

export const isRecordField = (id: string): id is RecordFieldId => Object.hasOwn(recordFields, id);

/** Two applicants field by field: the record's, then those of their forms, in the order of the first's form. */
export const compareSides = (first: ReadSide, second: ReadSide, around: AroundSides): Field[] => [
	...compareRecords(first, second, around),
	...compareForms(first, second, around),
];

const compareRecords = (first: ReadSide, second: ReadSide, around: AroundSides): Field[] =>
	Object.entries(recordFields).map(([id, { label, text }]) => {
		const shown = { first: text(first) || null, second: text(second) || null };
		const isSame = shown.first === shown.second;
		return {
			id,
			section: null,
			label: label(around),
			kind: "text",
			...shown,
			isSame,
			isInFirst: true,
			isInSecond: true,
		};
	});

const compareForms = (first: ReadSide, second: ReadSide, { timeZone }: AroundSides): Field[] => {
	const [ones, others] = [readAnswers(first, timeZone), readAnswers(second, timeZone)];
	const [askedOfFirst, askedOfSecond] = [
		askable(asAsked(first, second), second),
		askable(asAsked(second, first), first),
	];
	const fields = [...new Set([...ones.keys(), ...others.keys()])].map((fieldId): Field => {
		const [one, other] = [ones.get(fieldId), others.get(fieldId)];
		const { section = null, label = fieldId } = one ?? other ?? {};
		const kind = one?.kind === "files" || other?.kind === "files" ? "files" : "text";
		return {
			...{ id: `${formPrefix}${fieldId}`, section, label, kind, first: one?.text ?? null, second: other?.text ?? null },
			isSame: sayTheSame(one?.said, other?.said) && one?.objectKeys === other?.objectKeys,
			isInFirst: askedOfFirst.has(fieldId),
			isInSecond: askedOfSecond.has(fieldId),
		};
	});
	// why: what only the second has stands in its section, not behind all others.
	return [...Map.groupBy(fields, ({ section }) => section).values()].flat();
};

interface ShownAnswer {
	section: string;
	label: string;
	kind: "text" | "files";
	/** As the printed form has it; null where there is nothing. */
	text: string | null;
	said: unknown;
	/** Which files they are: two may be called the same. */
	objectKeys: string | undefined;
}

/** What a form says, without what referees answer (§2: their sections are hidden). */
const readAnswers = (side: ReadSide, timeZone: string): Map<string, ShownAnswer> => {
	const answers = new Map<string, ShownAnswer>();
	const form = formOf(side);
	for (const { title, rows, refereeSectionType } of readForm(form))
		for (const { fieldId, label, ...read } of refereeSectionType === undefined
			? rows.flatMap((row) => row.fields)
			: []) {
			const files = side.files.filter((file) => file.fieldId === fieldId);
			const text = read.kind === "files" ? read.value.map(({ name }) => name).join(", ") : answerText(read, timeZone);
			answers.set(fieldId, {
				section: title,
				label: label + copyOf(fieldId),
				kind: read.kind === "files" ? "files" : "text",
				text: read.kind === "empty" ? null : text,
				said: answerIn(form.data, fieldId),
				objectKeys: files.length === 0 ? undefined : JSON.stringify(files.map(({ objectKey }) => objectKey)),
			});
		}
	return answers;
};

/** 'school__2' is the second of its kind: ' (2)'. */
const copyOf = (fieldId: string): string => (/(?:__\d+)+$/.exec(fieldId)?.[0] ?? "").replace(/__(\d+)/g, " ($1)");

/** A side's form as it is read; one who has none has an empty one. */
export const formOf = ({ layout, data, repeats, files }: ReadSide) => ({
	layout: layout ?? { sections: [] },
	data: data ?? {},
	repeats: repeats ?? { sections: {}, rows: {} },
	attachments: files,
});

/** Who has no form is asked what the other's form asks: what is taken begins one like it. */
export const asAsked = (side: ReadSide, other: ReadSide): ReadSide =>
	side.submissionId === null ? { ...side, layout: other.layout } : side;

/** Fields that a form asks for, as often repeated as those of both. */
export const askable = (side: ReadSide, other: ReadSide): ReadonlySet<string> => {
	const [own, others] = [formOf(side), formOf(other)];
	const sections = layOut(
		{
			layout: own.layout,
			data: { ...others.data, ...own.data },
			repeats: mostRepeats(own.repeats, others.repeats),
			attachments: [...own.attachments, ...others.attachments],
		},
		"applicant",
	);
	return new Set(slotsOf(sections).map(({ fieldId }) => fieldId));
};

const mostRepeats = (one: RepeatCounts, other: RepeatCounts): RepeatCounts => ({
	sections: most(one.sections, other.sections),
	rows: most(one.rows, other.rows),
});

const most = (one: Record<string, number>, other: Record<string, number>): Record<string, number> => {
	const counts = new Map(Object.entries(one));
	for (const [id, count] of Object.entries(other)) counts.set(id, Math.max(count, counts.get(id) ?? 1));
	return Object.fromEntries(counts);
};
