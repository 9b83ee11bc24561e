import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { readActiveTemplates } from "#app/list/active-templates.server";
import type { Matching } from "#worker/contract/applicant-filter";
import { mergeFields } from "#worker/contract/text/merge-fields";
import type { Channel } from "#worker/services/emails/contract";
import { previewEmail } from "#worker/services/emails/sending.contract";
import { listFormMergeFields } from "#worker/services/templates/previews.contract";

/** Loads the active templates of a channel; none when they fail, as a message does not need one. */
export const activeTemplates = async (api: ApiClient, type: Channel) => {
	const templates = await readActiveTemplates(api, type);
	return templates.ok ? templates.value : [];
};

/** Loads the fields of an application's form, which can be merge fields; none when they fail, as a message needs none. */
export const formFieldsOf = async (api: ApiClient, applicationId: string) => {
	const fields = await api.call(listFormMergeFields, { query: { applicationId } });
	return fields.ok ? fields.value.data.map(({ name, label }) => ({ name, label })) : [];
};

export interface Recipients {
	applicationId: string;
	stageId?: string;
	/** Empty for everybody. */
	candidateIds: string[];
	/** The list's filters, instead of everybody. */
	matching?: Matching;
}

/** Returns the merge fields that no recipient has a value for, which the dialog does not offer. */
export const unfillableFields = async (api: ApiClient, recipients: Recipients): Promise<string[]> => {
	// why: what applicants may lack is asked for one of them, and not counted among a whole list.
	const asked = mergeFields.filter(
		(field) => "mayBeEmpty" in field && (field.mayBeEmpty === "institution" || recipients.candidateIds.length === 1),
	);
	const message = asked.map(({ name }) => `{{${name}}}`).join(" ");
	const previewed = await api.call(previewEmail, { body: { ...recipients, message } });
	// why: the fields are a courtesy; what is empty is warned of before the email is sent.
	return previewed.ok ? previewed.value.emptyFields.map(({ name }) => name) : [];
};

/** Counts the recipients as the service does when it sends. */
export const countRecipients = async (api: ApiClient, recipients: Recipients): Promise<number> =>
	orThrow(await api.call(previewEmail, { body: recipients })).recipients;
