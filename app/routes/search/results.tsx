import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { ListRestart, Search, Undo2, UserSearch } from "lucide-react";
import { httpStatus } from "#app/api/problem-response";
import { undoPath, undoTitle } from "#app/list/bulk/undo-toast";
import { FoundList } from "#app/routes/search/found-list";
import { FoundPayments } from "#app/routes/search/found-payments";
import { isOfWholeInstitution, may, mayCall } from "#app/session/may-call";
import { requireUser } from "#app/session/require-user.server";
import type { ShellAction } from "#app/shell/key-actions";
import { parseQuery, queryTitle } from "#app/shell/palette/payments/query-intent";
import { rankCommands } from "#app/shell/palette/rank-commands";
import { parseScope, paymentWords } from "#app/shell/palette/scope";
import type { SearchAnswer } from "#app/shell/palette/search-answer";
import { shellActions } from "#app/shell/palette/shell-actions";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { StageBadge } from "#app/shell/stage-badge";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { Form, SignedInForm } from "#app/ui/form/form";
import { TextField } from "#app/ui/form/text-field";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { ErrorState } from "#app/ui/page/error-state";
import { PageHeader } from "#app/ui/page/page-header";
import { ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { meansPayment } from "#worker/contract/text/means-payment";
import { listUndoable } from "#worker/services/batches/contract";
import { searchEverything } from "#worker/services/search/contract";
import { searchPayments } from "#worker/services/transactions/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data?.q ? `${data.q} · Search · Matricula` : "Search · Matricula" },
];

/** why: longer than any name, shorter than a pasted text; the service cuts there too. */
const searchedCharacters = 200;

/** The palette's search as an address: data for the palette, a page without JavaScript. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args);
	const undoable = await readUndoable(args, user.privileges, orgName);
	const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, searchedCharacters);
	const { scope, query } = parseScope(q);
	if (scope === "transactions") return json(await answerPayments(args, { q, query, undoable }));
	const isSearched = mayCall(user, searchEverything) && (scope === "all" || scope === "applicants");
	const { api } = args.context;
	const isOfPayment = scope === "all" && mayCall(user, searchPayments) && meansPayment(query);
	const [found, paid] = await Promise.all([
		isSearched ? api.call(searchEverything, { query: { q: query } }) : ok({ applicants: [], recent: false }),
		isOfPayment ? api.call(searchPayments, { query: { q: query } }) : ok({ payments: [] }),
	]);
	const answer = { ...nothing(), q, undoable, ...(paid.ok ? paid.value : { failure: paid.problem.error }) };
	// why not thrown: pages and commands are found all the same.
	if (!found.ok) {
		const failed: Answer = { ...answer, failure: found.problem.error };
		return json(failed, { status: httpStatus(found.problem) });
	}
	return json({ ...answer, ...found.value } satisfies Answer);
};

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: ({ data }) => data.applicants.map(({ id }) => id),
});

interface Answer extends SearchAnswer {
	/** The user's own changes that can be undone, for browsers without JavaScript. */
	undoable: { title: string; action: string }[];
	/** When it was searched, UTC milliseconds: the page says how old payments are. */
	now: number;
}

const nothing = () => ({ applicants: [], payments: [], recent: false, failure: null, now: Date.now() });

/** Finds transactions: the text began with #. */
const answerPayments = async (
	{ context }: LoaderFunctionArgs,
	{ query, ...about }: Pick<Answer, "q" | "undoable"> & { query: string },
): Promise<Answer> => {
	const found = await context.api.call(searchPayments, { query: { q: query } });
	return { ...nothing(), ...about, ...(found.ok ? found.value : { failure: found.problem.error }) };
};

/** why only for a page: the palette knows its own undos. */
const readUndoable = async (
	{ context, request }: LoaderFunctionArgs,
	privileges: readonly string[],
	orgName: string,
): Promise<Answer["undoable"]> => {
	const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
	if (!isPage || !mayCall({ privileges }, listUndoable)) return [];
	const found = await context.api.call(listUndoable, {});
	if (!found.ok) return [];
	return found.value.data.map((change) => ({
		title: undoTitle(change),
		action: undoPath(orgName, change.id),
	}));
};

/** Applicants, pages and commands as links and forms: the command palette without JavaScript. */
const SearchResults = () => {
	const { q, applicants, payments, recent, failure, undoable, now } = useLoaderData<typeof loader>();
	const { orgName, organisation, user, preferences, hasOutbox, views } = useShell();
	const { course } = organisation.aliases;
	const { pathname, search } = useLocation();
	const here = pathname + search;
	const parsed = parseScope(q);
	const undos = undoable.map(
		({ title, action }): ShellAction => ({
			id: action,
			title,
			group: "Undo",
			icon: Undo2,
			form: { action, fields: { returnTo: here } },
		}),
	);
	const actions = [
		...undos,
		...shellActions({
			orgName,
			privileges: user.privileges,
			isWhole: isOfWholeInstitution(user),
			course,
			preferences,
			hasOutbox,
			views,
			here,
			timeZone: organisation.timeZone,
			now,
		}),
	];
	const querying = mayCall(user, may.queryPayments)
		? parseQuery(parsed.query, formatDateInput(now, organisation.timeZone))
		: undefined;
	const named = querying ? { ...parsed, query: querying.words } : parsed;
	const ranked = [
		...(querying ? [queryAction(orgName, querying.day)] : []),
		...rankCommands(actions, named, {}, 0).map(({ command }) => command),
	];
	const isEmpty = applicants.length === 0 && payments.length === 0 && ranked.length === 0 && !failure;
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader title="Search" />
			<Form method="get" role="search" className="flex items-end gap-2">
				<TextField
					key={q}
					name="q"
					type="search"
					label="Search or run a command"
					description={`Begin with @ for applicants, # for transactions, > for commands, / for pages. After #, narrow by ${paymentWords}.`}
					defaultValue={q}
					icon={Search}
					maxLength={searchedCharacters}
					className="flex-1"
				/>
				<Button className="mb-5.5">Search</Button>
			</Form>
			{failure && (
				<Card>
					<ErrorState message={failure} retryTo={here} />
				</Card>
			)}
			{applicants.length > 0 && (
				<FoundList heading={recent ? "Recent applicants" : "Applicants"} applicants={applicants} query={parsed.query} />
			)}
			{payments.length > 0 && <FoundPayments payments={payments} now={now} />}
			<ActionList heading="Pages" actions={ranked.filter(({ group }) => group === "Pages")} />
			<ActionList heading="Commands" actions={ranked.filter(({ group }) => group !== "Pages")} />
			{isEmpty && (
				<Card>
					<EmptyState icon={UserSearch} title={`Nothing matches “${q}”`}>
						Applicants are found by name, application number, email or reference, transactions by reference, RRR or
						email, and after # by payer too.
					</EmptyState>
				</Card>
			)}
		</div>
	);
};
export default SearchResults;

/** Leads to the sheet, which says how many are pending before it starts. */
const queryAction = (orgName: string, day: string): ShellAction => ({
	id: "query-since",
	title: queryTitle(day),
	group: "List",
	icon: ListRestart,
	to: `/${orgName}/transactions/query?from=${day}`,
});

const rowClass = "flex min-h-10 w-full items-center gap-3 px-4 text-left hover:bg-hover disabled:text-text-3";

/** Pages as links, commands as forms. */
const ActionList = ({ heading, actions }: { heading: string; actions: readonly ShellAction[] }) => {
	if (actions.length === 0) return null;
	return (
		<Card className="overflow-hidden">
			<h2 className="border-b border-line px-4 py-2.5 font-medium">{heading}</h2>
			<ul>
				{actions.map((action) => (
					<li key={action.id} className="border-b border-line last:border-b-0">
						<Action {...action} />
					</li>
				))}
			</ul>
		</Card>
	);
};

const Action = ({ icon: Glyph, title, stage, disabled, to, form }: ShellAction) => {
	if (!form) {
		return (
			<Link to={to} className={`${rowClass} -outline-offset-2`}>
				<Glyph {...iconProps} />
				{title}
				{stage && <StageBadge type={stage.type} name={stage.name} />}
			</Link>
		);
	}
	return (
		<SignedInForm method="post" action={form.action} preventScrollReset>
			{Object.entries(form.fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<button type="submit" disabled={disabled !== undefined} className={`${rowClass} -outline-offset-2`}>
				<Glyph {...iconProps} />
				<span className="flex-1">{title}</span>
				{disabled && <span className="text-sm">{disabled}</span>}
			</button>
		</SignedInForm>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
