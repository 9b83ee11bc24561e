import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ListRestart } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { transactionsSearch } from "#app/list/transactions-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { chipClass } from "#app/ui/chip";
import { Sheet } from "#app/ui/dialog/sheet";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { useHydrated } from "#app/ui/use-hydrated";
import { dayMs } from "#worker/contract/day-ms";
import { formatDateInput, formatDay } from "#worker/contract/text/dates";
import { Day } from "#worker/contract/text/day";
import { requery } from "#worker/services/transactions/contract";

export const meta = titledOver("Query Multiple Transactions");

/** Loads the day that the sheet begins with, if its address names one (§2 Multiple-queries side sheet). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, requery);
	const params = new URL(args.request.url).searchParams;
	const from = params.get("from") ?? "";
	return json({
		from: v.is(Day, from) ? from : "",
		now: Date.now(),
		idempotencyKey: crypto.randomUUID(),
		here: `/${orgName}/transactions`,
		list: transactionsSearch(params),
	});
};

/** Starts the query and leads back to the list (§7 POST /payments/requery). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, requery);
	const form = await readSignedInForm(args.request, args.context);
	const startingFrom = fieldText(form.get("startingFrom"));
	if (!v.is(Day, startingFrom))
		return json({ typed: startingFrom, wrong: "Choose a valid date.", error: null }, { status: 422 });
	const idempotencyKey = idempotencyKeyIn(form);
	const started = await api.call(requery, { body: { startingFrom } }, { ...(idempotencyKey && { idempotencyKey }) });
	if (!started.ok) {
		const { fields, error } = started.problem;
		const wrong = fields?.startingFrom?.[0] ?? null;
		return json({ typed: startingFrom, wrong, error: wrong ? null : error }, { status: httpStatus(started.problem) });
	}
	const message = `Every pending transaction since ${formatDay(startingFrom)} is being queried. You will be notified of the results.`;
	session.flash({ kind: "success", message });
	return redirect(`/${orgName}/transactions${transactionsSearch(new URL(args.request.url).searchParams)}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: fieldText(form.get("startingFrom")),
	wrong: null,
	error,
}));

export const { handle, shouldRevalidate } = shows({});

/** Days before today that are often meant. */
const offeredDays = [
	{ label: "Today", daysAgo: 0 },
	{ label: "Yesterday", daysAgo: 1 },
	{ label: "7 days ago", daysAgo: 7 },
	{ label: "30 days ago", daysAgo: 30 },
];

const QueryMultiple = () => {
	const { from, now, idempotencyKey, here, list } = useLoaderData<typeof loader>();
	const { timeZone } = useShell().organisation;
	const answer = useKeptAnswer<typeof action>();
	const today = formatDateInput(now, timeZone);
	const at = (day: string) => `${here}/query${list}${list ? "&" : "?"}from=${day}`;
	return (
		<Sheet
			label="Query Multiple Transactions"
			closeTo={here + list}
			width={400}
			isForm
			header={<h2 className="pb-3 text-lg">Query Multiple Transactions</h2>}
		>
			<div className="grid gap-4 px-5 py-4.5 max-sm:px-3">
				<p className="text-text-2">
					Every transaction that is pending since the chosen date is queried at its payment platform, in the background.
				</p>
				<QueryForm
					key={from}
					from={answer?.typed ?? from}
					today={today}
					idempotencyKey={useKeptKey(idempotencyKey, answer)}
					wrong={answer?.wrong ?? null}
					error={answer?.error ?? null}
				>
					<nav aria-label="Dates" className="flex flex-wrap gap-2">
						{offeredDays.map(({ label, daysAgo }) => (
							<Link
								key={label}
								to={at(formatDateInput(now - daysAgo * dayMs, timeZone))}
								replace
								preventScrollReset
								className={chipClass}
							>
								{label}
							</Link>
						))}
					</nav>
				</QueryForm>
			</div>
		</Sheet>
	);
};
export default QueryMultiple;

interface QueryFormProps {
	from: string;
	/** The last day that can be chosen. */
	today: string;
	idempotencyKey: string;
	wrong: string | null;
	error: string | null;
	/** Below the date: dates that are often meant. */
	children: ReactNode;
}

/** The date and its button, which rests until the date is valid; without scripts the answer says so. */
const QueryForm = ({ from, today, idempotencyKey, wrong, error, children }: QueryFormProps) => {
	const [day, setDay] = useState(from);
	const isAwaiting = useIsAwaiting();
	const isHydrated = useHydrated();
	const isValid = v.is(Day, day) && day <= today;
	const isLate = v.is(Day, day) && day > today;
	return (
		<SignedInForm method="post" noValidate className="grid gap-4">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<FormErrors errors={error ? [error] : []} />
			<TextField
				type="date"
				name="startingFrom"
				label="Start date"
				required
				max={today}
				defaultValue={from}
				errors={isLate && isHydrated ? ["Choose today or an earlier day."] : wrong && day === from ? [wrong] : null}
				onChange={({ currentTarget }) => setDay(currentTarget.value)}
				autoFocusInDialog
			/>
			{children}
			<Button
				variant="primary"
				icon={ListRestart}
				wide
				disabled={isHydrated && !isValid}
				pending={isAwaiting}
				className="justify-center"
			>
				Query transactions
			</Button>
		</SignedInForm>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
