import type { ApiClient } from "#app/api/client";
import { mayCall } from "#app/session/may-call";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { searchEverything } from "#worker/services/search/contract";
import type { TemplateType } from "#worker/services/templates/contract";
import { previewTemplate } from "#worker/services/templates/previews.contract";

export interface Draft {
	type: TemplateType;
	subject: string | null;
	content: string;
	/** The saved document whose pages it is drawn on. */
	templateId: string | null;
}

/** Returns the id of the saved document whose pages a text is drawn on; null for another text. */
export const pagesOf = (type: TemplateType, id: string): string | null =>
	type === "document" && id !== "new" ? id : null;

/** A text as it is, or would be, for an applicant. */
export interface Previewed {
	draft: Draft;
	shown: EndpointResponse<typeof previewTemplate> | null;
	/** Why it cannot be shown, and beside which field. */
	error: string | null;
	fields: Record<string, string[]>;
	/** What was searched for, and who was found; null where the user sees no applicants. */
	find: string | null;
	people: { id: string; name: string; applicationNumber: string }[];
}

interface Wanted {
	find?: string;
	candidateId?: string;
}

/** The most applicants that are offered. */
const offered = 6;

/** Reads a draft as an applicant gets it: the one that was chosen, the first that was found, or the last one opened. */
export const readPreview = async (
	api: ApiClient,
	user: { privileges: readonly string[] },
	draft: Draft,
	{ find = "", candidateId = "" }: Wanted = {},
): Promise<Previewed> => {
	const seesApplicants = mayCall(user, searchEverything);
	const found = seesApplicants ? await api.call(searchEverything, { query: { q: find } }) : undefined;
	const people = (found?.ok ? found.value.applicants : []).slice(0, offered);
	const chosen = candidateId || people[0]?.id || null;
	const shown = await api.call(previewTemplate, { body: { ...draft, candidateId: chosen } });
	return {
		draft,
		shown: shown.ok ? shown.value : null,
		error: shown.ok ? null : shown.problem.error,
		fields: (!shown.ok && shown.problem.fields) || {},
		find: seesApplicants ? find : null,
		people: people.map(({ id, name, applicationNumber }) => ({ id, name, applicationNumber })),
	};
};
