import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { previewStep, sectionIds, stepBeside, stepSearch } from "#app/routes/forms/edit-steps";
import { newErrors } from "#app/routes/forms/new-errors";
import type { EditedForm } from "#app/routes/forms/read-edited-form.server";
import { type SavedPage, saveEditedPage } from "#app/routes/forms/save-edited-page.server";
import type { PostedAnswers } from "#app/session/read-answers.server";
import { type CopyIntent, fieldAnchor, readCopyIntent, readRevealIntent } from "#app/ui/form-fields/field-names";
import { revealedBy } from "#app/ui/form-fields/shown-fields";
import type { FormData as Answers } from "#worker/contract/forms/form-schema";
import { maxRepeats, slotsOf } from "#worker/contract/forms/form-slots";
import { type Problem, problem } from "#worker/contract/problems";
import { dropDraft, revealAnswers } from "#worker/services/forms/contract";

interface PageAnswer {
	/** The next address; undefined to render the page again. */
	to?: string;
	section: string;
	errors: Record<string, string[]>;
	/** When nothing was saved: the typed answers, and the form's version they were typed on. */
	typed: Answers | null;
	version: number | null;
	problem: Problem | null;
	/** The field that was revealed, whose answer is among those typed. */
	revealed?: string;
}

interface PageSent {
	api: ApiClient;
	record: EditedForm;
	posted: PostedAnswers;
	intent: string;
	searchParams: URLSearchParams;
}

/** Saves a page of the wizard and returns where its button leads, or the errors of the page. */
export const answerPage = async ({ api, record, posted, intent, searchParams }: PageSent): Promise<PageAnswer> => {
	const section = searchParams.get("section") ?? "";
	const page = await saveEditedPage({ api, record, sectionId: section, posted, intent });
	const nothing = { section, errors: page.refused, typed: null, version: null, problem: null };
	if (page.problem) {
		if (page.problem.status === 404) orThrow({ ok: false, problem: page.problem });
		const { typed, version } = page;
		return { ...nothing, errors: { ...page.refused, ...page.problem.fields }, typed, version, problem: page.problem };
	}
	if (page.tooMany)
		return { ...nothing, problem: problem("invalid", { message: `It can be repeated at most ${maxRepeats} times.` }) };
	if (Object.keys(page.refused).length > 0) return nothing;
	const toReveal = readRevealIntent(intent);
	if (toReveal !== undefined) return revealOn(api, page, toReveal, nothing);
	const steps = sectionIds(page.record.sections).map((id) => ({ id }));
	// why before the errors: without scripts, nobody has seen these fields yet.
	const here = page.record.sections.filter(({ sectionId }) => sectionId === section);
	const revealed = intent === "next" ? revealedBy(here, posted.form) : undefined;
	if (revealed !== undefined)
		return { ...nothing, to: `${stepSearch(searchParams, { section })}#${encodeURIComponent(fieldAnchor(revealed))}` };
	const errors = intent === "next" ? errorsOn(page.record, section) : {};
	if (Object.keys(errors).length > 0) return { ...nothing, errors };
	const goTo = (step: string, hash = "") => ({ ...nothing, to: stepSearch(searchParams, { section: step }) + hash });
	if (intent === "close") return close(api, page.record, searchParams, nothing);
	const copies = readCopyIntent(intent);
	if (copies) return goTo(section, anchorOfCopy(page.record, copies));
	if (intent === "back") return goTo(stepBeside(steps, section, -1));
	const [, to] = /^to:(.*)$/s.exec(intent) ?? [];
	if (to !== undefined && [...steps.map(({ id }) => id), previewStep].includes(to)) return goTo(to);
	return goTo(stepBeside(steps, section, 1));
};

/** Shows a sensitive answer of a page that is saved, beside those that were revealed before. */
const revealOn = async (
	api: ApiClient,
	{ record, typed }: SavedPage,
	fieldId: string,
	nothing: PageAnswer,
): Promise<PageAnswer> => {
	const answered = await api.call(revealAnswers, { params: { id: record.form.id }, body: { fieldIds: [fieldId] } });
	if (!answered.ok) return { ...nothing, problem: answered.problem };
	const before = Object.entries(typed).filter(([id]) => record.masked.has(id));
	return { ...nothing, typed: { ...Object.fromEntries(before), ...answered.value.answers }, revealed: fieldId };
};

const errorsOn = (record: EditedForm, section: string): Record<string, string[]> => {
	const fields = new Set(
		slotsOf(record.sections.filter(({ sectionId }) => sectionId === section)).map(({ fieldId }) => fieldId),
	);
	return Object.fromEntries(Object.entries(newErrors(record)).filter(([fieldId]) => fields.has(fieldId)));
};

/** Returns the anchor of the added copy's first field, or of the copy next to a removed one. */
const anchorOfCopy = ({ sections }: EditedForm, { kind, id, copy, verb }: CopyIntent): string => {
	const copies =
		kind === "sections"
			? sections.filter(({ sectionId }) => sectionId === id).map(({ rows }) => rows[0])
			: sections.flatMap(({ rows }) => rows.filter(({ countId }) => countId === id));
	const shown = (verb === "remove" ? copies[copy - 1] : undefined) ?? copies.at(-1);
	const first = shown?.slots[0];
	return first ? `#${encodeURIComponent(fieldAnchor(first.fieldId))}` : "";
};

/** Asks first when there are changes to lose; a draft without changes is deleted. */
const close = async (
	api: ApiClient,
	record: EditedForm,
	searchParams: URLSearchParams,
	nothing: PageAnswer,
): Promise<PageAnswer> => {
	const section = searchParams.get("section") ?? undefined;
	if (record.changes.length > 0) return { ...nothing, to: stepSearch(searchParams, { section, close: true }) };
	if (record.draft) orThrow(await api.call(dropDraft, { params: { id: record.form.id } }));
	return { ...nothing, to: "sheet" };
};
