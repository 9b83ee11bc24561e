import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { Said } from "#app/list/live-region";
import { readReferee } from "#app/routes/referees/read-referees.server";
import { RefereeCard } from "#app/routes/referees/referee-card";
import { notified } from "#app/routes/referees/referee-sentences";
import { RenotifyForm } from "#app/routes/referees/renotify-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { EmptyState } from "#app/ui/page/empty-state";
import { problemToast } from "#worker/contract/screen-problems";
import { listReferees, notifyReferees } from "#worker/services/referees/contract";

/** Loads the applicant's referees with their answers (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, listReferees);
	const params = { id: args.params.applicantId ?? "" };
	const { data } = orThrow(await args.context.api.call(listReferees, { params }));
	return json({
		referees: data.map(readReferee),
		mayNotify: mayCall(user, notifyReferees),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Asks one or all of them again (§4) and responds with each outcome. */
export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, notifyReferees);
	const form = await readSignedInForm(args.request, args.context);
	const body = { ids: form.getAll("referee").map(String) };
	const idempotencyKey = String(form.get("idempotencyKey") ?? "");
	const asked = await args.context.api.call(notifyReferees, { body }, { idempotencyKey });
	if (asked.ok) {
		const { outcomes } = asked.value;
		// why: when no referee is found, the applicant may have been deleted.
		if (outcomes.every(({ outcome }) => outcome === "not_found"))
			orThrow(await args.context.applicant(args.params.applicantId ?? ""));
		return json({ outcomes, error: null });
	}
	const { fields } = asked.problem;
	const error = fields?.ids?.[0] ?? problemToast(asked.problem);
	return json({ outcomes: null, error }, { status: httpStatus(asked.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({
	outcomes: null,
	error: problemToast(problem),
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const Referees = () => {
	const { referees, mayNotify, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const idempotencyKey = useKeptKey(loaded.idempotencyKey, answer);
	const pending = referees.filter(({ isSubmitted }) => !isSubmitted).map(({ id }) => id);
	if (referees.length === 0) return <EmptyState icon={Users} title="No referees" />;
	return (
		<section aria-label="Referees" className="grid gap-3 px-5 py-4.5 max-sm:px-3">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<p className="min-w-0 flex-1 basis-60 text-text-2">
					{formatCount(referees.length, "referee")}, {pending.length === 0 ? "all" : referees.length - pending.length}{" "}
					submitted.
					{mayNotify &&
						pending.length > 0 &&
						" Renotify sends a mail with a new link; the one sent before works for one more day."}
				</p>
				{mayNotify && pending.length > 1 && (
					<RenotifyForm
						ids={pending}
						idempotencyKey={`${idempotencyKey}-all`}
						label={`Renotify all ${pending.length}`}
					/>
				)}
			</div>
			<div>
				<Said text={answer?.outcomes ? notified(answer.outcomes) : ""} tone="info" role="status" />
				<Said text={answer?.error ?? ""} tone="danger" role="alert" />
			</div>
			<ul className="grid gap-3">
				{referees.map((referee, index) => (
					<RefereeCard
						key={referee.id}
						referee={referee}
						outcome={answer?.outcomes?.find(({ id }) => id === referee.id)}
						mayNotify={mayNotify}
						idempotencyKey={`${idempotencyKey}-${index}`}
					/>
				))}
			</ul>
		</section>
	);
};
export default Referees;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
