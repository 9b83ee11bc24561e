import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { History } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readSheetSearch } from "#app/list/list-address";
import { readTabPage, tabPageSearch, tabPages } from "#app/list/sheet/tab-page";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { NoteForm } from "#app/routes/applicants/note-form";
import { UndoEntry } from "#app/routes/applicants/undo-entry";
import { mayAt, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { type LogEntry, listLog } from "#worker/services/applicants/contract";
import { listUndoable } from "#worker/services/batches/contract";
import { addNote, NoteText } from "#worker/services/notes/contract";

export const meta = titledOver("Activity Log");

export const loader = async (args: LoaderFunctionArgs) => {
	const { applicantId = "" } = args.params;
	const { user, api } = await requireAccess(args, listLog);
	const page = readTabPage(new URL(args.request.url).searchParams, tabPages.log);
	const [listed, undoable] = await Promise.all([
		api.call(listLog, { params: { id: applicantId }, query: { page: String(page), size: "50" } }),
		mayCall(user, listUndoable) ? api.call(listUndoable, {}) : undefined,
	]);
	const log = orThrow(listed);
	const applicant = orThrow(await args.context.applicant(applicantId));
	const { changes, applicationId } = applicant;
	const mayNote = mayAt(user, applicant, addNote);
	// why without an error: the log is what was asked for; its changes can be undone in the palette too.
	const undos = undoable?.ok ? undoable.value.data : [];
	const shown = { ...log, page, applicationId, now: Date.now(), since: changes.since, mayNote, undos };
	return json({ ...shown, idempotencyKey: crypto.randomUUID() });
};

/** Adds a note, or returns the error with what was typed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, addNote);
	const form = await readSignedInForm(args.request, args.context);
	const note = fieldText(form.get("note"));
	const read = v.safeParse(NoteText, note);
	if (!read.success) return json(refused(note, { errors: [read.issues[0].message] }), { status: 422 });
	const id = args.params.applicantId ?? "";
	const idempotencyKey = fieldText(form.get("idempotencyKey")) || undefined;
	const added = await api.call(addNote, { params: { id }, body: { note } }, { idempotencyKey });
	if (!added.ok && added.problem.status === 404) orThrow(added);
	if (!added.ok)
		return json(refused(note, { formErrors: [added.problem.error] }), { status: httpStatus(added.problem) });
	session.flash({ kind: "success", message: "Note added" });
	return redirect(
		`/${orgName}/applicants/${id}/activity-log${readSheetSearch(new URL(args.request.url).searchParams)}`,
	);
};

const refused = (note: string, about: { errors?: string[]; formErrors?: string[] }) => ({
	note,
	errors: [] as string[],
	formErrors: [] as string[],
	...about,
});

export const clientAction = keepPage<typeof action>(({ form, problem }) =>
	refused(fieldText(form.get("note")), { formErrors: [problem.error] }),
);

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: true,
	records: true,
	mails: ({ data }) => data.applicationId,
});

const ActivityLog = () => {
	const { data, next, page, now, since, undos, mayNote, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	// why by the id: what was made at once has the id of its entries.
	const undoOf = ({ id }: LogEntry) => {
		const change = undos.find((undo) => undo.id === id);
		return change && <UndoEntry change={change} forMs={change.undoUntil - now} />;
	};
	const { search } = useLocation();
	const { applicantId } = useParams();
	const note = mayNote && page === 0 && <NoteForm key={applicantId} idempotencyKey={idempotencyKey} answer={answer} />;
	if (data.length === 0 && page === 0)
		return (
			<div className="px-5 py-4.5 max-sm:px-3">
				{note}
				<EmptyState icon={History} title="No Activity Log" />
			</div>
		);
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			{note}
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<ActivityTimeline entries={data} isLatest={page === 0} now={now} since={since} about={undoOf} />
			<p className="flex flex-wrap gap-4">
				{page > 0 && <TextLink to={tabPageSearch(search, tabPages.log, page - 1)}>Newer activity</TextLink>}
				{next !== null && <TextLink to={tabPageSearch(search, tabPages.log, page + 1)}>Older activity</TextLink>}
			</p>
		</section>
	);
};
export default ActivityLog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
