import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fieldText } from "#app/ui/form/field-text";
import { TextareaField } from "#app/ui/form/textarea-field";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { closePaymentDay, getPaymentDay, maxNote } from "#worker/services/settlements/contract";

export const meta = titledOver("Close day");

/** Loads the sums that the day would be closed with. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, getPaymentDay, closePaymentDay);
	const { day = "", platform = "" } = args.params;
	const found = orThrow(await api.call(getPaymentDay, { params: { day, platform } }));
	return json({
		day: found.day,
		platform: found.platform,
		version: found.version,
		isOver: found.isOver,
		isClosed: found.close !== null,
		currencies: found.currencies.map(({ currency, now }) => ({ currency, now })),
		closeTo: `/${orgName}/transactions/days/${found.day}/${found.platform}`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Closes the day with the sums that were shown. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, closePaymentDay);
	const { day = "", platform = "" } = args.params;
	const form = await readSignedInForm(args.request, args.context);
	const [version, note] = [Number(fieldText(form.get("version"))), fieldText(form.get("note"))];
	const idempotencyKey = idempotencyKeyIn(form);
	const closed = await api.call(
		closePaymentDay,
		{ params: { day, platform }, body: { version, note } },
		{ ...(idempotencyKey && { idempotencyKey }) },
	);
	if (closed.ok) {
		session.flash({
			kind: "success",
			message: `${platformName(closed.value.platform)}, ${formatDay(day)} was closed.`,
		});
		return redirect(`/${orgName}/transactions/days/${day}/${platform}`);
	}
	if (closed.problem.status === 404) orThrow(closed);
	const [wrong] = closed.problem.fields?.note ?? [];
	const answer = { note, wrong: wrong ?? null, error: wrong ? undefined : closed.problem.error };
	return json(answer, { status: httpStatus(closed.problem) });
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	note: fieldText(form.get("note")),
	wrong: null,
	error,
}));

export const { handle, shouldRevalidate } = shows({ payments: true });

const CloseDay = () => {
	const { day, platform, version, isOver, isClosed, currencies, closeTo, idempotencyKey } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ConfirmDialog
			title={`Close ${platformName(platform)}, ${formatDay(day)}?`}
			submitLabel="Close day"
			formId="close-day"
			isHarmless
			isImpossible={!isOver || isClosed}
			closeTo={closeTo}
			error={answer?.error}
			idempotencyKey={useKeptKey(idempotencyKey, answer)}
		>
			{isClosed ? (
				<p>This day is closed already.</p>
			) : isOver ? (
				<div className="grid gap-4">
					<p>
						Its sums are kept as they are now and never change. What arrives later is listed beside them. A day cannot
						be reopened.
					</p>
					<ul className="grid gap-1 tabular-nums">
						{currencies.map(({ currency, now }) => (
							<li key={currency}>
								{currency}: expected {formatMoney(now.expected, currency)}, settled {formatMoney(now.settled, currency)}
								, difference {formatMoney(now.difference, currency)}
							</li>
						))}
					</ul>
					<input type="hidden" name="version" value={version} />
					<TextareaField
						name="note"
						label="Note"
						description="For example the reason of a difference."
						maxLength={maxNote}
						defaultValue={answer?.note ?? ""}
						errors={answer?.wrong ? [answer.wrong] : null}
						rows={2}
						autoFocusInDialog
					/>
				</div>
			) : (
				<p>A day can be closed when it is over.</p>
			)}
		</ConfirmDialog>
	);
};
export default CloseDay;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
