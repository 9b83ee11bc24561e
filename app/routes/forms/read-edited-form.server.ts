import type { ApiClient } from "#app/api/client";
import { orThrow, problemResponse } from "#app/api/problem-response";
import {
	changesBetween,
	type FormContent,
	type SectionChanges,
	savedContent,
	withDraft,
} from "#app/routes/forms/edited-form";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import { askedIn, layOutAll, type SlotSection } from "#worker/contract/forms/form-slots";
import { places } from "#worker/contract/forms/places.server";
import { problem } from "#worker/contract/problems";
import { type FormDraft, getDraft, getForm, type MaskedSubmission } from "#worker/services/forms/contract";

type Errors = Record<string, string[]>;

export interface EditedForm {
	form: MaskedSubmission;
	draft: FormDraft | null;
	/** The fields of which only the mask is known here: saved, and not typed by the user. */
	masked: ReadonlySet<string>;
	saved: FormContent;
	edited: FormContent;
	/** What the answers ask for. */
	sections: SlotSection[];
	/** Those with what the answers do not ask for, which is marked. */
	allSections: SlotSection[];
	changes: SectionChanges[];
	errors: Errors;
	/** The errors from before the edit, which do not block a change. */
	errorsBefore: Errors;
}

/** Reads a form and the user's draft; throws the 404 page when there is no form. */
export const readEditedForm = async (api: ApiClient, formId: string | null): Promise<EditedForm> => {
	if (formId === null) throw problemResponse(problem("not_found"));
	const params = { id: formId };
	const [form, draft] = await Promise.all([api.call(getForm, { params }), api.call(getDraft, { params })]);
	return editForm(orThrow(form), orThrow(draft));
};

export const editForm = (form: MaskedSubmission, draft: FormDraft | null): EditedForm => {
	const masked = new Set(form.masked.filter((fieldId) => !Object.hasOwn(draft?.data ?? {}, fieldId)));
	const [saved, edited] = [savedContent(form), withDraft(form, draft)];
	const allSections = sectionsOf(form, edited);
	const sections = askedIn(allSections);
	return {
		form,
		draft,
		masked,
		saved,
		edited,
		sections,
		allSections,
		changes: changesBetween(form.layout, saved, edited),
		errors: withoutMasked(checkAnswers(sections, edited, places), masked),
		errorsBefore: withoutMasked(checkAnswers(sectionsOf(form, saved), saved, places), new Set(form.masked)),
	};
};

/** why: a mask is no phone number; the service checks the answer itself. */
const withoutMasked = (errors: Errors, masked: ReadonlySet<string>): Errors =>
	Object.fromEntries(Object.entries(errors).filter(([fieldId]) => !masked.has(fieldId)));

/** Returns what can be asked of the applicant; what the answers do not ask for is marked. */
export const sectionsOf = ({ layout }: MaskedSubmission, { data, repeats, files }: FormContent): SlotSection[] =>
	layOutAll({ layout, data, repeats, attachments: files }, "applicant");
