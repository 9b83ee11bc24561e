import type { ApiClient } from "#app/api/client";
import { changesBetween, type SectionChanges } from "#app/routes/forms/edited-form";
import type { EditedForm } from "#app/routes/forms/read-edited-form.server";
import { fieldLabel } from "#worker/contract/forms/form-schema";
import { slotsOf } from "#worker/contract/forms/form-slots";
import { listChanges, type Modification } from "#worker/services/applicants/changes.contract";

/** What was saved in a form since the draft of it was begun. */
export interface Meanwhile {
	by: string | null;
	/** UTC milliseconds. */
	at: number;
	labels: string[];
}

/** Attributes of the applicant in the same log, which are no answers. */
const attributes = new Set([
	"course",
	"location",
	"reviewer",
	"stage",
	"firstName",
	"middleName",
	"lastName",
	"accountEmail",
]);

/** Reads who changed which answers since the draft was begun, and the preview with the answers as they were then. */
export const readMeanwhile = async (
	api: ApiClient,
	applicantId: string,
	record: EditedForm,
): Promise<{ meanwhile: Meanwhile | null; changes: SectionChanges[] }> => {
	const { form, draft, changes } = record;
	const later = draft ? form.version - draft.version : 0;
	if (later <= 0) return { meanwhile: null, changes };
	const logged = await api.call(listChanges, { params: { id: applicantId }, query: {} });
	// why no error: an update of a changed form is refused, and then shows both versions.
	const entries = logged.ok ? newestEvents(logged.value.data, later) : [];
	const [newest] = entries;
	if (!newest) return { meanwhile: null, changes };
	const fieldIds = [...new Set(entries.map(({ field }) => field))].filter((field) => field !== "duplicateFields");
	const labels = new Map(slotsOf(record.sections).map(({ fieldId, col }) => [fieldId, fieldLabel(col)]));
	return {
		meanwhile: { by: newest.by.name, at: newest.at, labels: fieldIds.map((id) => labels.get(id) ?? id) },
		changes: asLoaded(record, entries),
	};
};

/** Returns the entries of the last updates of the form. @param modifications newest first */
const newestEvents = (modifications: readonly Modification[], count: number): Modification[] => {
	const ofForm = modifications.filter(({ field }) => !attributes.has(field));
	const events = new Set([...new Set(ofForm.map(({ eventId }) => eventId))].slice(0, count));
	return ofForm.filter(({ eventId }) => events.has(eventId));
};

/** Shows each change from the answer that the draft began with; `now` is what is saved by now. */
const asLoaded = ({ form, saved, edited, changes }: EditedForm, entries: readonly Modification[]): SectionChanges[] => {
	const data = new Map(Object.entries(saved.data));
	// why in this order: the oldest entry comes last, and has the answer from before them all.
	for (const { field, old } of entries) data.set(field, old);
	const changed = new Set(entries.map(({ field }) => field));
	const fromThen = changesBetween(form.layout, { ...saved, data: Object.fromEntries(data) }, edited);
	const before = new Map(
		fromThen.flatMap((section) => section.changes).map((change) => [change.fieldId, change.before]),
	);
	return changes.map((section) => ({
		...section,
		changes: section.changes.map((change) =>
			changed.has(change.fieldId)
				? { ...change, before: before.get(change.fieldId) ?? change.before, now: change.before }
				: change,
		),
	}));
};
