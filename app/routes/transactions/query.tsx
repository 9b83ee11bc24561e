import {
	type ActionFunctionArgs,
	type AppLoadContext,
	json,
	type LoaderFunctionArgs,
	redirect,
} from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ListRestart } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { transactionsSearch } from "#app/list/transactions-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Counted, countPending, describePending } from "#app/shell/palette/payments/count-pending";
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
import { countPendingPayments, requery } from "#worker/services/transactions/contract";

export const meta = titledOver("Query Multiple Transactions");

/** Loads the day that the sheet begins with, if its address names one (§2 Multiple-queries side sheet). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, countPendingPayments);
	const params = new URL(args.request.url).searchParams;
	const typed = params.get("from") ?? "";
	const from = v.is(Day, typed) ? typed : "";
	return json({
		from,
		counted: from === "" ? null : await countFrom(api, from),
		now: Date.now(),
		idempotencyKey: crypto.randomUUID(),
		here: `/${orgName}/transactions`,
		list: transactionsSearch(params),
	});
};

/** Counts what is pending since a day, or says why it cannot be counted. */
const countFrom = async (api: AppLoadContext["api"], startingFrom: string) => {
	const counted = await api.call(countPendingPayments, { query: { startingFrom } });
	if (counted.ok) return { pending: counted.value.pending, error: null };
	const { fields, error } = counted.problem;
	return { pending: null, error: fields?.startingFrom?.[0] ?? error };
};

/** Starts the query and leads back to the list (§7 POST /payments/requery); a day that was not counted is counted first. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, requery);
	const form = await readSignedInForm(args.request, args.context);
	const startingFrom = fieldText(form.get("startingFrom"));
	if (!v.is(Day, startingFrom))
		return json({ typed: startingFrom, wrong: "Choose a valid date.", error: null }, { status: 422 });
	const here = `/${orgName}/transactions`;
	const list = transactionsSearch(new URL(args.request.url).searchParams);
	if (fieldText(form.get("counted")) !== startingFrom) {
		const { pending } = await countFrom(api, startingFrom);
		if (pending) return redirect(`${queryAddress(here, list)}from=${startingFrom}`);
	}
	const idempotencyKey = idempotencyKeyIn(form);
	const started = await api.call(requery, { body: { startingFrom } }, { ...(idempotencyKey && { idempotencyKey }) });
	if (!started.ok) {
		const { fields, error } = started.problem;
		const wrong = fields?.startingFrom?.[0] ?? null;
		return json({ typed: startingFrom, wrong, error: wrong ? null : error }, { status: httpStatus(started.problem) });
	}
	const message = `Every pending transaction since ${formatDay(startingFrom)} is being queried. You will be notified of the results.`;
	session.flash({ kind: "success", message });
	return redirect(here + list);
};

/** Returns the address of this sheet, to be completed by a day. */
const queryAddress = (here: string, list: string): string => `${here}/query${list}${list ? "&" : "?"}`;

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
	const { from, counted, now, idempotencyKey, here, list } = useLoaderData<typeof loader>();
	const { timeZone } = useShell().organisation;
	const answer = useKeptAnswer<typeof action>();
	const today = formatDateInput(now, timeZone);
	const at = (day: string) => `${queryAddress(here, list)}from=${day}`;
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
					counted={counted && { ...counted, day: from }}
					countAt={at}
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
	/** What is pending since the day of the address. */
	counted: CountedDay | null;
	/** Where another day is counted. */
	countAt: (day: string) => string;
	/** The last day that can be chosen. */
	today: string;
	idempotencyKey: string;
	wrong: string | null;
	error: string | null;
	/** Below the date: dates that are often meant. */
	children: ReactNode;
}

interface CountedDay extends Counted {
	day: string;
}

/** Returns what is pending since a day; undefined while it is counted, and where there is no day. */
const useCounted = (day: string | undefined, at: string, known: CountedDay | null): CountedDay | undefined => {
	const [counted, setCounted] = useState(known);
	const isKnown = day === undefined || counted?.day === day;
	useEffect(() => {
		if (isKnown) return;
		const controller = new AbortController();
		countPending(at, controller.signal).then(
			(next) => {
				if (!controller.signal.aborted) setCounted({ ...next, day });
			},
			(error) => {
				if (!controller.signal.aborted) throw error;
			},
		);
		return () => controller.abort();
	}, [isKnown, day, at]);
	return counted && counted.day === day ? counted : undefined;
};

const textOf = ({ day, pending, error }: CountedDay): string | null =>
	pending === null ? error : `${describePending(pending, day)}.`;

/** The date and its button, which rests until the date is valid; without scripts the answer says so. */
const QueryForm = (props: QueryFormProps) => {
	const { from, today, idempotencyKey, wrong, error, children } = props;
	const [day, setDay] = useState(from);
	const form = useRef<HTMLFormElement>(null);
	// why: fast hands press Enter before the payments are counted.
	const [isWaiting, setWaiting] = useState(false);
	const isAwaiting = useIsAwaiting();
	const isHydrated = useHydrated();
	const isValid = v.is(Day, day) && day <= today;
	const isLate = v.is(Day, day) && day > today;
	const counted = useCounted(isValid ? day : undefined, props.countAt(day), props.counted);
	useEffect(() => {
		if (!isWaiting || !counted) return;
		setWaiting(false);
		if (counted.pending) form.current?.requestSubmit();
	}, [isWaiting, counted]);
	return (
		<SignedInForm
			ref={form}
			method="post"
			noValidate
			className="grid gap-4"
			onSubmit={(event) => {
				if (!isValid || counted) return;
				event.preventDefault();
				setWaiting(true);
			}}
		>
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="counted" value={counted?.day ?? ""} />
			<FormErrors errors={error ? [error] : []} />
			<TextField
				type="date"
				name="startingFrom"
				label="Start date"
				required
				max={today}
				defaultValue={from}
				errors={isLate ? ["Choose today or an earlier day."] : wrong && day === from ? [wrong] : null}
				onChange={({ currentTarget }) => {
					setDay(currentTarget.value);
					setWaiting(false);
				}}
				autoFocusInDialog
			/>
			{children}
			<p role="status" className="text-text-2 tabular-nums empty:hidden">
				{counted ? textOf(counted) : isValid && isHydrated ? "Counting the transactions…" : ""}
			</p>
			<Button
				variant="primary"
				icon={ListRestart}
				wide
				disabled={isHydrated && !isValid}
				pending={isAwaiting || isWaiting}
				className="justify-center"
			>
				Query transactions
			</Button>
		</SignedInForm>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
