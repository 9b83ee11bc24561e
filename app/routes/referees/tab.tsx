import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { CircleCheck, Clock, Mail, Pencil, Trash2, UserPlus, Users } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { readSheetSearch } from "#app/list/list-address";
import { Said } from "#app/list/live-region";
import { type ReadReferee, readReferee } from "#app/routes/referees/read-referees.server";
import { notified, outcomeLabels } from "#app/routes/referees/referee-sentences";
import { mayAt } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Button, LinkButton } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormView } from "#app/ui/form-view/form-view";
import { EmptyState } from "#app/ui/page/empty-state";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import {
	addReferee,
	correctReferee,
	listReferees,
	type NotifyOutcome,
	notifyReferees,
} from "#worker/services/referees/contract";

export const meta = titledOver("Referees");

/** Loads the applicant's referees with their answers (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listReferees);
	const params = { id: args.params.applicantId ?? "" };
	const [listed, opened] = await Promise.all([
		args.context.api.call(listReferees, { params }),
		args.context.applicant(params.id),
	]);
	const { data, openPlaces } = orThrow(listed);
	const applicant = orThrow(opened);
	return json({
		referees: data.map(readReferee),
		mayNotify: mayAt(user, applicant, notifyReferees),
		mayChange: mayAt(user, applicant, correctReferee),
		mayAdd: openPlaces.length > 0 && mayAt(user, applicant, addReferee),
		here: `/${orgName}/applicants/${params.id}/referees`,
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
	const { referees, mayNotify, mayChange, mayAdd, here, ...loaded } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	const search = readSheetSearch(params);
	const answer = useKeptAnswer<typeof action>();
	const idempotencyKey = useKeptKey(loaded.idempotencyKey, answer);
	const pending = referees.filter(({ isSubmitted }) => !isSubmitted).map(({ id }) => id);
	const adding = mayAdd && (
		<LinkButton to={`${here}/new${search}`} preventScrollReset icon={UserPlus}>
			Add referee
		</LinkButton>
	);
	if (referees.length === 0)
		return (
			<>
				<EmptyState icon={Users} title="No referees" action={adding} />
				<DialogOutlet search={search} />
			</>
		);
	return (
		<section aria-label="Referees" className="grid gap-3 px-5 py-4.5 max-sm:px-3">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<p className="min-w-0 flex-1 basis-60 text-text-2">
					{receivedOf(referees.length, referees.length - pending.length)}
					{mayNotify && pending.length > 0 && " Renotify sends a new link. The old one works for 24 hours."}
				</p>
				{mayNotify && pending.length > 1 && (
					<RenotifyForm
						ids={pending}
						idempotencyKey={`${idempotencyKey}-all`}
						label={`Renotify all ${pending.length}`}
					/>
				)}
				{adding}
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
						change={mayChange ? { to: `${here}/${referee.id}`, search } : undefined}
						idempotencyKey={`${idempotencyKey}-${index}`}
					/>
				))}
			</ul>
			<DialogOutlet search={search} />
		</section>
	);
};
export default Referees;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";

/** "Reference not yet received.", "2 of 3 references received." */
const receivedOf = (all: number, received: number): string => {
	if (all === 1) return received === 1 ? "Reference received." : "Reference not yet received.";
	return received === all ? `All ${all} references received.` : `${received} of ${all} references received.`;
};

interface RefereeCardProps {
	referee: ReadReferee;
	outcome: NotifyOutcome | undefined;
	mayNotify: boolean;
	/** The address of the correction, and the sheet's query text; undefined where the user may not change referees. */
	change: { to: string; search: string } | undefined;
	idempotencyKey: string;
}

/** One referee: name, status (§4), answers, and 'Renotify'. */
const RefereeCard = ({ referee, outcome, mayNotify, change, idempotencyKey }: RefereeCardProps) => {
	const { organisation } = useShell();
	const { id, name, email, phone, isSubmitted, invitedAt, answeredAt, sections } = referee;
	const at = (label: string, time: number | null) =>
		time !== null && `${label} ${formatDateTime(time, organisation.timeZone)}`;
	const times = [at("Asked", invitedAt), at("Answered", answeredAt)].filter(Boolean);
	return (
		<li className="rounded-lg border border-line bg-panel">
			<div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
				<div className="min-w-0 flex-1 basis-60">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
							<bdi>{name}</bdi>
						</h3>
						<Badge colour={isSubmitted ? "green" : "amber"} icon={isSubmitted ? CircleCheck : Clock}>
							{isSubmitted ? "Submitted" : "Not Submitted"}
						</Badge>
					</div>
					<p className="text-text-2 [overflow-wrap:anywhere]">
						{email} · <span className="whitespace-nowrap tabular-nums">{phone ?? missing}</span>
					</p>
					{times.length > 0 && <p className="text-sm text-text-3">{times.join(" · ")}</p>}
				</div>
				{!isSubmitted && (
					<div className="flex flex-wrap gap-2">
						{mayNotify && <RenotifyForm ids={[id]} idempotencyKey={idempotencyKey} label="Renotify" about={name} />}
						{change && (
							<>
								<LinkButton to={change.to + change.search} preventScrollReset icon={Pencil}>
									Correct<VisuallyHidden> {name}</VisuallyHidden>
								</LinkButton>
								<LinkButton to={`${change.to}/remove${change.search}`} preventScrollReset icon={Trash2}>
									Remove<VisuallyHidden> {name}</VisuallyHidden>
								</LinkButton>
							</>
						)}
					</div>
				)}
				{outcome && (
					<p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1">
						<Badge colour={outcomeLabels[outcome.outcome].colour}>{outcomeLabels[outcome.outcome].label}</Badge>
						{outcome.reason && <span className="text-text-2">{outcome.reason}</span>}
					</p>
				)}
			</div>
			{isSubmitted && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
				<section tabIndex={0} aria-label={`Reference by ${name}`} className={details}>
					{sections.length > 0 ? (
						<FormView sections={sections} headingLevel={4} timeZone={organisation.timeZone} />
					) : (
						<p className="text-text-2">They left every question blank.</p>
					)}
				</section>
			)}
		</li>
	);
};

/** §9: referee details are at most 400 px high. */
const details = "max-h-100 overflow-y-auto rounded-b-lg border-t border-line px-4 py-3.5";

interface RenotifyFormProps {
	ids: readonly string[];
	idempotencyKey: string;
	label: string;
	/** The referee's name, for screen readers. */
	about?: string;
}

/** A button that asks referees again: each gets a mail with a new link. */
const RenotifyForm = ({ ids, idempotencyKey, label, about }: RenotifyFormProps) => {
	const navigation = useNavigation();
	const isPending = navigation.formData?.get("idempotencyKey") === idempotencyKey;
	return (
		<SignedInForm method="post" preventScrollReset>
			{ids.map((id) => (
				<input key={id} type="hidden" name="referee" value={id} />
			))}
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<Button icon={Mail} pending={isPending}>
				{label}
				{about && <VisuallyHidden> {about}</VisuallyHidden>}
			</Button>
		</SignedInForm>
	);
};
