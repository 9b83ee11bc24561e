import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useOutletContext, useParams, useSearchParams } from "@remix-run/react";
import { Eye, FileText } from "lucide-react";
import { useMemo } from "react";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { isMaximised, readSheetSearch } from "#app/list/list-address";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { ChangesSummary, changeNote } from "#app/routes/applicants/changes-summary";
import { KeyFacts, keyFactsOf } from "#app/routes/applicants/key-facts";
import { OnePersonCards } from "#app/routes/applicants/one-person";
import { type ReadChange, readChanges } from "#app/routes/applicants/read-changes";
import type { SheetData } from "#app/routes/applicants/sheet";
import { mayAt } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { classNames } from "#app/ui/class-names";
import { type ChangedAnswer, FormView } from "#app/ui/form-view/form-view";
import { revealButton } from "#app/ui/form-view/masked-answer";
import { Later } from "#app/ui/later";
import { EmptyState } from "#app/ui/page/empty-state";
import { infoLines, SkeletonLines } from "#app/ui/page/skeleton";
import { TextLink } from "#app/ui/text-link";
import { type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import { listChanges } from "#worker/services/applicants/changes.contract";
import { type Changes, getApplicant, listLog } from "#worker/services/applicants/contract";
import { getForm, getFormOfApplicant, type MaskedSubmission, revealAnswers } from "#worker/services/forms/contract";

/** Adds a command for each masked answer, which presses its button. @param sections null for users who may reveal nothing */
const useRevealCommands = (sections: readonly ReadSection[] | null): void => {
	const commands = useMemo(
		() =>
			(sections ?? [])
				.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields))
				.filter(({ kind }) => kind === "masked")
				.map(
					({ fieldId, label }): Command => ({
						id: `applicant-reveal-${fieldId}`,
						title: `Reveal ${label}`,
						group: "Applicant",
						icon: Eye,
						keywords: "sensitive masked show privacy",
						run: () => document.getElementById(revealButton(fieldId))?.click(),
					}),
				),
		[sections],
	);
	useCommands(commands);
};

/** Entries of the timeline beside the form; the Activity Log has all of them. */
const railEntries = 8;

/** Loads the submitted form, read by the layout it was made with. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, getApplicant);
	// why before the changes are read: one that comes meanwhile is not marked as read with them.
	const now = Date.now();
	const params = { id: args.params.applicantId ?? "" };
	const later = openLater(args);
	// why before the applicant is there: what is asked for at once is read in one call.
	const askedForm = later.ask(() => api.call(getFormOfApplicant, { params }));
	const log = later.ask(() => api.call(listLog, { params, query: { size: String(railEntries) } }));
	const applicant = orThrow(await args.context.applicant(params.id));
	const { formId, changes: news } = applicant;
	// why: after a form that was refused, the page of a merged applicant shows the one they were merged into.
	const isAsked = applicant.id === params.id;
	const search = new URL(args.request.url).searchParams;
	const isFull = isMaximised(search);
	const asked = askedChanges(search.get("change"), news);
	const [form, changed] = await Promise.all([
		formId === null || isAsked ? askedForm : api.call(getForm, { params: { id: formId } }),
		asked && api.call(listChanges, { params, query: asked }),
	]);
	const submission = formId === null ? null : orThrow(form);
	const sections = submission && readSections(submission);
	// why: the user's own changes are not news, but those of an event are shown.
	const others = (changed?.ok ? changed.value.data : []).filter(({ by }) => asked?.eventId || by.id !== user.id);
	const decided = {
		formId,
		mayReveal: mayAt(user, applicant, revealAnswers),
		sections,
		facts: sections && keyFactsOf(sections, applicant),
		changes: readChanges(others, { layout: submission?.layout ?? { sections: [] }, sections: sections ?? [] }),
		isOfEvent: asked?.eventId !== undefined,
		since: news.since,
		isFull,
		now,
	};
	return later.respond(decided, { log });
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const marksOf = (changes: readonly ReadChange[], timeZone: string): ReadonlyMap<string, ChangedAnswer> =>
	new Map(
		changes.map(({ fieldId, was, became, isCurrent, by, at }) => [
			fieldId,
			{ was, became: isCurrent ? null : became, note: changeNote({ by, at }, timeZone) },
		]),
	);

const Information = () => {
	const { formId, mayReveal, sections, facts, changes, isOfEvent, since, isFull, log, now } =
		useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { onePerson } = useOutletContext<SheetData>();
	const { applicantId } = useParams();
	const [search] = useSearchParams();
	const here = `/${orgName}/applicants/${applicantId}`;
	const files = `${here}/files/${formId}`;
	useRevealCommands(mayReveal ? sections : null);
	const marks = useMemo(() => marksOf(changes, organisation.timeZone), [changes, organisation.timeZone]);
	return (
		<div
			className={classNames(
				"min-h-full",
				isFull ? "lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]" : "rail:grid rail:grid-cols-[minmax(0,1fr)_18.5rem]",
			)}
		>
			<div className="px-5 py-4.5 max-sm:px-3">
				{facts && <KeyFacts facts={facts} />}
				{changes.length > 0 && (
					<ChangesSummary
						changes={changes}
						marking={
							isOfEvent
								? { kind: "event", allTo: here + readSheetSearch(search) }
								: { kind: "visit", since: since ?? now, shownAt: now }
						}
					/>
				)}
				{sections ? (
					<FormView
						sections={sections}
						headingLevel={3}
						timeZone={organisation.timeZone}
						fileHref={({ id }) => `${files}/${id}`}
						revealAt={mayReveal ? `${here}/reveal${readSheetSearch(search)}` : undefined}
						changes={marks}
					/>
				) : (
					<EmptyState icon={FileText} title="No form yet">
						The applicant has not begun to fill in the form.
					</EmptyState>
				)}
			</div>
			<div
				className={classNames("border-line border-l bg-bg print:hidden", isFull ? "max-lg:hidden" : "max-rail:hidden")}
			>
				{/* why sticky: the form is longer, and the column would be empty beside the rest of it. */}
				<div className="sticky top-0 grid max-h-[calc(100dvh-12rem)] gap-5 overflow-y-auto px-5 py-4.5">
					<section aria-labelledby="aside-timeline">
						<h3 id="aside-timeline" className="mb-3">
							Applicant's Process Timeline
						</h3>
						<Later part={log} skeleton={<SkeletonLines lines={infoLines.few} label="Loading the timeline" />}>
							{(found) =>
								found.data.length > 0 ? (
									<ActivityTimeline entries={found.data} isLatest now={now} since={since} />
								) : (
									<p>No Activity Log</p>
								)
							}
						</Later>
						<TextLink to={`${here}/activity-log${readSheetSearch(search)}`} preventScrollReset>
							All activity
						</TextLink>
					</section>
					<Later part={onePerson} skeleton={null}>
						{(found) => <OnePersonCards {...found} />}
					</Later>
				</div>
			</div>
			<DialogOutlet search={readSheetSearch(search)} />
		</div>
	);
};
export default Information;

/** Returns the query of the changes: of the event in the address, else of those new to the user; or undefined. */
const askedChanges = (eventId: string | null, { since, information }: Changes) => {
	if (eventId) return { eventId };
	return since === null || information === 0 ? undefined : { eventId: undefined, since: String(since) };
};

/** Reads the answers without the referees' sections, which the main view hides (§2). */
const readSections = ({ layout, data, duplicateFields, attachments }: MaskedSubmission) =>
	// why after reading: the answers of a section left out before would be listed as 'Other answers'.
	readForm({ layout, data, repeats: duplicateFields, attachments }).filter(
		({ refereeSectionType }) => refereeSectionType === undefined,
	);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
