import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Matching } from "#worker/contract/applicant-filter";
import { previewEmail } from "#worker/services/emails/sending.contract";
import { listTemplates } from "#worker/services/templates/contract";

/** The email templates in use. why: a mail can be written without them. */
export const emailTemplates = async (api: ApiClient) => {
	const templates = await api.call(listTemplates, { query: { type: "email", size: "100" } });
	const inUse = templates.ok ? templates.value.data.filter(({ active }) => active) : [];
	return inUse.map(({ id, name }) => ({ id, name }));
};

interface Recipients {
	applicationId: string;
	stageId?: string;
	/** Empty for all. */
	candidateIds: string[];
	/** Instead of all: what a list lets through. */
	matching?: Matching;
}

/** How many a mail would go to, as the services will count them when it is sent. */
export const countRecipients = async (api: ApiClient, recipients: Recipients): Promise<number> =>
	orThrow(await api.call(previewEmail, { body: recipients })).recipients;
