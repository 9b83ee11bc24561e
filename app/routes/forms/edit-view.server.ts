import { previewStep } from "#app/routes/forms/edit-steps";
import type { SectionChanges } from "#app/routes/forms/edited-form";
import { newErrors } from "#app/routes/forms/new-errors";
import type { EditedForm } from "#app/routes/forms/read-edited-form.server";
import type { Meanwhile } from "#app/routes/forms/read-meanwhile.server";
import { answerIn } from "#app/ui/form-fields/read-entries";
import { kindOf } from "#worker/contract/forms/field-kind";
import type { Places } from "#worker/contract/forms/form-rules";
import { type FormData as Answers, fieldLabel } from "#worker/contract/forms/form-schema";
import { type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import { conditionsOfPage, type PageConditions } from "#worker/contract/forms/page-conditions";
import { places } from "#worker/contract/forms/places.server";

export interface SectionView {
	kind: "section";
	id: string;
	/** The version of the form as it is rendered here. */
	version: number;
	/** Includes the fields that the answers do not ask for, marked as such. */
	copies: SlotSection[];
	answers: Answers;
	files: FileOfForm[];
	removedFiles: string[];
	/** The fields of which only the mask is known. */
	masked: string[];
	/** Ids of the files that can be opened; the others are still in the draft. */
	savedFiles: string[];
	places?: Places;
	/** What decides which of the fields are asked for; left out where all always are. */
	conditions?: PageConditions;
	/** Errors shown at once, when a link leads to them. */
	errors: Record<string, string[]>;
	/** Errors from before the edit: they do not block the page. */
	errorsBefore: Record<string, string[]>;
}

export interface WrongAnswer {
	fieldId: string;
	section: string;
	label: string;
	texts: string[];
	/** True for an error from before the edit, which does not block the update. */
	isOld: boolean;
}

export interface PreviewView {
	kind: "preview";
	sections: (SectionChanges & { section: string })[];
	wrong: WrongAnswer[];
	/** Null while nobody else has saved the form since the draft was begun. */
	meanwhile: Meanwhile | null;
	savedFiles: string[];
	/** The form's versions when the draft was begun, and now. */
	version: number;
	currentVersion: number;
	idempotencyKey: string;
}

export interface ResumeView {
	kind: "resume";
	updatedAt: number;
	/** The last section that was changed. */
	section: string;
}

export type EditView = SectionView | PreviewView | ResumeView;

/** @param step a section's id, `preview`, or null for a user who returns */
export const viewOf = async (
	record: EditedForm,
	step: string | null,
	isChecked: boolean,
	readMeanwhile: () => Promise<{ meanwhile: Meanwhile | null; changes: SectionChanges[] }>,
): Promise<EditView> => {
	if (step === null) return resumeView(record);
	const isAsked = record.sections.some(({ sectionId }) => sectionId === step);
	const copies = record.allSections.filter(({ sectionId }) => sectionId === step);
	return isAsked ? sectionView(record, step, copies, isChecked) : previewView(record, await readMeanwhile());
};

const sectionView = (
	{ form, draft, masked, edited, errors, errorsBefore }: EditedForm,
	id: string,
	copies: SlotSection[],
	isChecked: boolean,
): SectionView => {
	const slots = slotsOf(copies);
	const fields = new Set(slots.map(({ fieldId }) => fieldId));
	const waiting = (draft?.files ?? []).filter(({ fieldId }) => fields.has(fieldId));
	const isWaitedFor = (fieldId: string) => waiting.some((file) => file.fieldId === fieldId);
	const attached = form.attachments.filter(({ fieldId }) => fields.has(fieldId) && !isWaitedFor(fieldId));
	const { data, repeats, files } = edited;
	const conditions = conditionsOfPage({ layout: form.layout, data, repeats, attachments: files }, copies);
	const needsPlaces = slots.some(({ col }) => ["place", "country"].includes(kindOf(col)));
	return {
		kind: "section",
		id,
		version: form.version,
		copies,
		answers: Object.fromEntries([...fields].map((fieldId) => [fieldId, answerIn(edited.data, fieldId)])),
		files: [...attached, ...waiting],
		removedFiles: draft?.removedFiles ?? [],
		masked: [...masked].filter((fieldId) => fields.has(fieldId)),
		savedFiles: attached.map((file) => file.id),
		...(needsPlaces ? { places } : {}),
		...(conditions ? { conditions } : {}),
		errors: isChecked ? errorsOf(errors, fields) : {},
		errorsBefore: errorsOf(errorsBefore, fields),
	};
};

const errorsOf = (errors: Record<string, string[]>, fields: ReadonlySet<string>): Record<string, string[]> =>
	Object.fromEntries(Object.entries(errors).filter(([fieldId]) => fields.has(fieldId)));

const previewView = (
	record: EditedForm,
	{ meanwhile, changes }: { meanwhile: Meanwhile | null; changes: SectionChanges[] },
): PreviewView => {
	const { form, draft, sections } = record;
	return {
		kind: "preview",
		meanwhile,
		sections: changes.map((one) => ({ ...one, section: baseOf(record, one.id) })),
		wrong: wrongAnswers(sections, record.errors, newErrors(record)),
		savedFiles: form.attachments.map(({ id }) => id),
		version: draft?.version ?? form.version,
		currentVersion: form.version,
		idempotencyKey: crypto.randomUUID(),
	};
};

/** Returns the section of a repeat, even when the repeat is gone. */
const baseOf = ({ form }: EditedForm, id: string): string =>
	form.layout.sections.find((section) => id === section.id || id.startsWith(`${section.id}__`))?.id ?? id;

/** Returns all errors in the form's order. */
export const wrongAnswers = (
	sections: readonly SlotSection[],
	errors: Record<string, string[]>,
	fresh: Record<string, string[]>,
): WrongAnswer[] =>
	sections.flatMap((section) =>
		slotsOf([section])
			.filter(({ fieldId }) => Object.hasOwn(errors, fieldId))
			.map(({ fieldId, col }) => ({
				fieldId,
				section: section.sectionId,
				label: fieldLabel(col),
				texts: errors[fieldId] ?? [],
				isOld: !Object.hasOwn(fresh, fieldId),
			})),
	);

const resumeView = (record: EditedForm): ResumeView => {
	const last = record.changes.at(-1);
	return {
		kind: "resume",
		updatedAt: record.draft?.updatedAt ?? record.form.updatedAt,
		section: last ? baseOf(record, last.id) : (record.sections[0]?.sectionId ?? previewStep),
	};
};
