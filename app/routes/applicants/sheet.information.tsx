import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { FileText } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { ChangesSummary, changeNote } from "#app/routes/applicants/changes-summary";
import { isMaximised, readSheetSearch } from "#app/routes/applicants/list-address";
import { type ReadChange, readChanges } from "#app/routes/applicants/read-changes";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import type { ChangedAnswer } from "#app/ui/changed-answer";
import { classNames } from "#app/ui/class-names";
import { EmptyState } from "#app/ui/empty-state";
import { FormView } from "#app/ui/form-view";
import { readForm } from "#worker/contract/form-reading";
import { anyOf } from "#worker/contract/permissions";
import { listChanges } from "#worker/services/applicants/changes.contract";
import { type Changes, listLog } from "#worker/services/applicants/contract";
import { getForm, type Submission } from "#worker/services/forms/contract";

/** Application Information: the submitted form, read by the layout it was made with. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireUser(args, anyOf("candidate"));
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
	return json({
		formId,
		sections,
		changes: readChanges(others, { layout: submission?.layout ?? { sections: [] }, sections: sections ?? [] }),
		isOfEvent: asked?.eventId !== undefined,
		since: news.since,
		log: log?.ok ? log.value.data : null,
		now: Date.now(),
	});
};

export const shouldRevalidate = unlessUnanswered;

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

/** The marks of the answers that the form shows. */
const marksOf = (changes: readonly ReadChange[], timeZone: string): ReadonlyMap<string, ChangedAnswer> =>
	new Map(
		changes.map(({ fieldId, was, became, isCurrent, by, at }) => [
			fieldId,
			{ was, became: isCurrent ? null : became, note: changeNote({ by, at }, timeZone) },
		]),
	);

const Information = () => {
	const { formId, sections, changes, isOfEvent, since, log, now } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { applicantId } = useParams();
	const [search] = useSearchParams();
	const here = `/${orgName}/applicants/${applicantId}`;
	const files = `${here}/files/${formId}`;
	const marks = useMemo(() => marksOf(changes, organisation.timeZone), [changes, organisation.timeZone]);
	return (
		<div className={classNames("min-h-full", log && "lg:grid lg:grid-cols-[minmax(0,1fr)_320px]")}>
			<div className="px-5 py-4.5 max-sm:px-3">
				{changes.length > 0 && (
					<ChangesSummary
						changes={changes}
						marking={
							isOfEvent
								? { kind: "event", allTo: here + readSheetSearch(search) }
								: { kind: "visit", since: since ?? now }
						}
					/>
				)}
				{sections ? (
					<FormView
						sections={sections}
						headingLevel={3}
						timeZone={organisation.timeZone}
						fileHref={({ id }) => `${files}/${id}`}
						changes={marks}
					/>
				) : (
					<EmptyState icon={FileText} title="No form yet">
						The applicant has not begun to fill in the form.
					</EmptyState>
				)}
			</div>
			{log && (
				<section aria-labelledby="aside-timeline" className="border-line border-l bg-bg px-5 py-4.5 max-lg:hidden">
					<h3 id="aside-timeline" className="mb-3">
						Applicant's Process Timeline
					</h3>
					{log.length > 0 ? (
						<ActivityTimeline entries={log} isLatest now={now} since={since} />
					) : (
						<p>No Activity Log</p>
					)}
				</section>
			)}
			<Outlet />
		</div>
	);
};
export default Information;

export const ErrorBoundary = () => <ProblemPage />;
