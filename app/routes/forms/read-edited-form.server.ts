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
import { layOut, type SlotSection } from "#worker/contract/forms/form-slots";
import { places } from "#worker/contract/forms/places.server";
import { problem } from "#worker/contract/problems";
import { type FormDraft, getDraft, getForm, type Submission } from "#worker/services/forms/contract";

type Errors = Record<string, string[]>;

export interface EditedForm {
	form: Submission;
	draft: FormDraft | null;
	saved: FormContent;
	edited: FormContent;
	sections: SlotSection[];
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

export const editForm = (form: Submission, draft: FormDraft | null): EditedForm => {
	const [saved, edited] = [savedContent(form), withDraft(form, draft)];
	const sections = sectionsOf(form, edited);
	return {
		...{ form, draft, saved, edited, sections },
		changes: changesBetween(form.layout, saved, edited),
		errors: checkAnswers(sections, edited, places),
		errorsBefore: checkAnswers(sectionsOf(form, saved), saved, places),
	};
};

export const sectionsOf = ({ layout }: Submission, { data, repeats, files }: FormContent): SlotSection[] =>
	layOut({ layout, data, repeats, attachments: files }, "applicant");
