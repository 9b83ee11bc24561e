import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { loadRows } from "#app/routes/stage-changes/releases/load-rows.server";
import { ReleaseActions, useReleaseCommands } from "#app/routes/stage-changes/releases/release-actions";
import { ReleaseFacts } from "#app/routes/stage-changes/releases/release-facts";
import { ReleaseRows } from "#app/routes/stage-changes/releases/release-rows";
import { nextStepOf, releaseLooks } from "#app/routes/stage-changes/releases/release-state";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Callout } from "#app/ui/callout";
import { fieldText } from "#app/ui/form/field-text";
import { PageHeader } from "#app/ui/page/page-header";
import { useRereadWhile } from "#app/ui/use-reread-while";
import {
	approveRelease,
	getRelease,
	proposeRelease,
	removeReleaseRows,
} from "#worker/services/stage-changes/release.contract";

export const meta = titled("Release");

/** Loads a release with its consequences as they are now, or the results of its applicants. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, getRelease);
	const release = orThrow(await api.call(getRelease, { params: { id: args.params.releaseId ?? "" } }));
	const base = `/${orgName}/releases`;
	return json({
		release,
		base,
		here: `${base}/${release.id}`,
		portal: `/${orgName}`,
		idempotencyKey: crypto.randomUUID(),
		isBeginning: release.state === "scheduled" && (release.dueAt ?? 0) <= Date.now(),
		...(await loadRows(api, release, new URL(args.request.url), `${base}/${release.id}`)),
	});
};

const done = {
	propose: "The release was proposed. Another person can approve it now.",
	approve: "The release was approved. Choose when it is released.",
	remove: "The applicant was removed from the release.",
};

/** Proposes or approves the release, or removes an applicant from it, as it was seen. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, getRelease);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.releaseId ?? "" };
	const version = Number(fieldText(form.get("version")));
	const key = { idempotencyKey: idempotencyKeyIn(form) };
	const removed = fieldText(form.get("remove"));
	const isApproval = form.get("step") === "approve";
	const taken = removed
		? await api.call(removeReleaseRows, { params, body: { version, candidateIds: [removed] } }, key)
		: await api.call(isApproval ? approveRelease : proposeRelease, { params, body: { version } }, key);
	if (!taken.ok) {
		if (taken.problem.status === 404) orThrow(taken);
		return json({ error: taken.problem.error }, { status: httpStatus(taken.problem) });
	}
	const message = done[removed ? "remove" : isApproval ? "approve" : "propose"];
	session.flash({ kind: "success", message });
	return redirect(`/${orgName}/releases/${params.id}${new URL(args.request.url).search}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = shows({ releases: true, tasks: true, applicants: true });

const pollingMs = 3_000;

/** A release: its applicants and messages before, its results after, and the step that comes next. */
const ReleasePage = () => {
	const { release, isBeginning, base, here, portal, preview, fault, batch, rows, pages, idempotencyKey } =
		useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const { timeZone } = useShell().organisation;
	const { state, stageName, total, returnReason, runId } = release;
	useRereadWhile(batch?.task?.status === "STARTED" || isBeginning, pollingMs);
	useReleaseCommands(release, here);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: base, label: "Releases" }}
				title={`${formatCount(total, "applicant")} to ${stageName}`}
				context={<Badge colour={releaseLooks[state].colour}>{releaseLooks[state].label}</Badge>}
				description={isBeginning ? "It is about to begin." : nextStepOf(release, timeZone)}
				actions={<ReleaseActions release={release} here={here} idempotencyKey={idempotencyKey} />}
			/>
			{error && (
				<Callout tone="danger" role="alert">
					{error}
				</Callout>
			)}
			{returnReason && state !== "cancelled" && (
				<Callout tone="warning">
					<p>It was sent back: {returnReason}</p>
				</Callout>
			)}
			{fault && (
				<Callout tone="danger" role="alert">
					{fault}
				</Callout>
			)}
			<ReleaseFacts release={release} preview={preview} portal={portal} />
			<ReleaseRows
				release={release}
				preview={preview}
				batch={batch}
				rows={rows}
				pages={pages}
				here={here}
				portal={portal}
				idempotencyKey={idempotencyKey}
				results={runId === null ? null : `${portal}/batches/${runId}`}
			/>
			<DialogOutlet />
		</div>
	);
};
export default ReleasePage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
