import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { isMaximised } from "#app/list/list-address";
import { readChanges } from "#app/routes/applicants/read-changes";
import { requireAccess } from "#app/session/require-user.server";
import { readForm } from "#worker/contract/forms/form-reading";
import { listChanges } from "#worker/services/applicants/changes.contract";
import { type Changes, getApplicant, listLog } from "#worker/services/applicants/contract";
import { getForm, type Submission } from "#worker/services/forms/contract";

/** Application Information: the submitted form, read by the layout it was made with. */
export const loadInformation = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, getApplicant);
	const { api } = args.context;
	const params = { id: args.params.applicantId ?? "" };
	const { formId, changes: news } = orThrow(await args.context.applicant(params.id));
	// why: a maximised sheet has two columns (§2), and room for the timeline in the second.
	const search = new URL(args.request.url).searchParams;
	const isFull = isMaximised(search);
	const asked = askedChanges(search.get("change"), news);
	const [form, log, changed] = await Promise.all([
		formId ? api.call(getForm, { params: { id: formId } }) : null,
		isFull ? api.call(listLog, { params, query: { size: "20" } }) : null,
		asked && api.call(listChanges, { params, query: asked }),
	]);
	const submission = form && orThrow(form);
	const sections = submission && readSections(submission);
	// why: one's own are no news; those of an event are what was asked for, whoever made them.
	const others = (changed?.ok ? changed.value.data : []).filter(({ by }) => asked?.eventId || by.id !== user.id);
	return {
		formId,
		sections,
		changes: readChanges(others, { layout: submission?.layout ?? { sections: [] }, sections: sections ?? [] }),
		isOfEvent: asked?.eventId !== undefined,
		since: news.since,
		log: log?.ok ? log.value.data : null,
		now: Date.now(),
	};
};

/** Those of one event of the log where the address names it, else what is news to the reader; undefined for none. */
const askedChanges = (eventId: string | null, { since, information }: Changes) => {
	if (eventId) return { eventId };
	return since === null || information === 0 ? undefined : { eventId: undefined, since: String(since) };
};

/** What the applicant answered; the referees' sections are hidden from the main view (§2). */
const readSections = ({ layout, data, duplicateFields, attachments }: Submission) =>
	// why: after the reading, which would list the answers of a section left out as 'Other answers'.
	readForm({ layout, data, repeats: duplicateFields, attachments }).filter(
		({ refereeSectionType }) => refereeSectionType === undefined,
	);
