import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { TypedMoment } from "#app/records/typed-fields.server";
import { typedMoment } from "#app/records/typed-moment";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { TextField } from "#app/ui/form/text-field";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { formatDateTime } from "#worker/contract/text/dates";
import { getOrganisation } from "#worker/services/organisation/contract";
import { getRelease, previewRelease, scheduleRelease } from "#worker/services/stage-changes/release.contract";

export const meta = titledOver("Release time");

/** Loads the release with the number of applicants and emails that it would have now. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, scheduleRelease, getRelease);
	const params = { id: args.params.releaseId ?? "" };
	const [release, preview] = await Promise.all([
		api.call(getRelease, { params }).then(orThrow),
		api.call(previewRelease, { params, query: { page: "0", size: "1" } }),
	]);
	const { id, version, state, stageName, dueAt } = release;
	return json({
		version,
		stageName,
		dueAt,
		isPossible: state === "approved" || state === "scheduled",
		willDo: preview.ok ? inWords(preview.value) : null,
		closeTo: `/${orgName}/releases/${id}`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Says what the release does, before somebody confirms it. */
const inWords = ({ willChange, emails, texts, messages }: EndpointResponse<typeof previewRelease>): string => {
	const parts = [
		formatCount(willChange, "applicant moves", "applicants move"),
		...(messages.letter ? [formatCount(willChange, "letter is made", "letters are made")] : []),
		formatCount(emails, "email is sent", "emails are sent"),
		...(texts > 0 ? [formatCount(texts, "SMS is sent", "SMS are sent")] : []),
	];
	return new Intl.ListFormat("en-GB").format(parts);
};

const noTime = "Enter a date and a time.";

/** Releases at once, or at the time that was typed in the institution's time zone. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, scheduleRelease);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.releaseId ?? "" };
	const { timeZone } = orThrow(await api.call(getOrganisation, {}));
	const isNow = form.get("when") !== "later";
	const [at, typed] = [
		fieldText(form.get("at")),
		v.safeParse(TypedMoment(timeZone, null), form.get("at") || undefined),
	];
	const dueAt = isNow ? null : typed.success ? typed.output : null;
	if (!isNow && dueAt === null) return json({ isNow, at, wrong: noTime, error: undefined }, { status: 422 });
	const body = { version: Number(fieldText(form.get("version"))), dueAt };
	const scheduled = await api.call(scheduleRelease, { params, body }, { idempotencyKey: idempotencyKeyIn(form) });
	if (!scheduled.ok) {
		const { problem } = scheduled;
		if (problem.status === 404) orThrow(scheduled);
		const isOfTime = problem.code === "release_time_past";
		const answer = { isNow, at, wrong: isOfTime ? problem.error : null, error: isOfTime ? undefined : problem.error };
		return json(answer, { status: httpStatus(problem) });
	}
	const message = isNow ? "The release begins now." : `The release begins on ${formatDateTime(dueAt, timeZone)}.`;
	session.flash({ kind: "success", message });
	return redirect(`/${orgName}/releases/${params.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	isNow: form.get("when") !== "later",
	at: fieldText(form.get("at")),
	wrong: null,
	error,
}));
export const { handle, shouldRevalidate } = shows({});

const ReleaseTime = () => {
	const { version, stageName, dueAt, isPossible, willDo, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { timeZone } = useShell().organisation;
	const isLater = answer ? !answer.isNow : dueAt !== null;
	return (
		<ConfirmDialog
			title={`Release to ${stageName}`}
			submitLabel="Confirm"
			isHarmless
			isImpossible={!isPossible}
			closeTo={closeTo}
			error={answer?.error}
			idempotencyKey={useKeptKey(idempotencyKey, answer)}
		>
			{isPossible ? (
				<div className="grid gap-4">
					{willDo && <p>As it stands, {willDo}.</p>}
					<input type="hidden" name="version" value={version} />
					<fieldset className="group/when grid gap-2">
						<legend className="mb-1.5 font-medium">When</legend>
						<When value="now" label="At once" isChosen={!isLater} />
						<When value="later" label="At a time" isChosen={isLater} />
						<div className="mt-1 group-has-[[value=now]:checked]/when:hidden">
							<TextField
								name="at"
								label="Date and time"
								type="datetime-local"
								aside={`Time in ${timeZone}`}
								defaultValue={answer ? answer.at : typedMoment(dueAt, timeZone)}
								errors={answer?.wrong ? [answer.wrong] : null}
							/>
						</div>
					</fieldset>
				</div>
			) : (
				<p>It is not approved, or has begun already.</p>
			)}
		</ConfirmDialog>
	);
};
export default ReleaseTime;

const When = ({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) => (
	<label className="flex min-h-6 items-start gap-2">
		<input
			type="radio"
			name="when"
			value={value}
			defaultChecked={isChosen}
			className="mt-0.75 size-3.5 shrink-0 accent-accent"
		/>
		{label}
	</label>
);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
