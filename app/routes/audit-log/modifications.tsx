import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { FilePen, FileSpreadsheet } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import { logSearch, logSearchWith, readLogAddress } from "#app/routes/audit-log/log-address";
import { logPages, readLogPlace, readModificationFilter } from "#app/routes/audit-log/log-pages.server";
import { About, By, FromWhere, SearchedTo, type ShownLog } from "#app/routes/audit-log/log-parts";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Link } from "#app/ui/link";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import { exportModifications, type LoggedChange, listModifications } from "#worker/services/audit-log/contract";

export const meta = titled("Modification log");

/** Loads a page of the modification log (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listModifications);
	const params = new URL(args.request.url).searchParams;
	const query = { ...readModificationFilter(params), ...readLogPlace(params) };
	const { data, ...listed } = orThrow(await api.call(listModifications, { query }));
	const here = `/${orgName}/modification-log`;
	const filter = readLogAddress(params);
	const wrongDays = wrongDaysOf(filter.from, filter.to);
	const body = {
		rows: data,
		here,
		filter,
		wrongDays,
		pages: logPages(here, params, { data, ...listed }),
		searchedTo: listed.searchedTo,
		applicants: mayCall(user, may.seeApplicants) ? `/${orgName}/applicants` : null,
		mayExport: mayCall(user, exportModifications),
	};
	return json(body, statusOfDays(wrongDays));
};

export const { handle, shouldRevalidate } = shows({});

/** A value; one that is long is shown in part until it is opened. */
const Value = ({ text, isFormer = false }: { text: string | null; isFormer?: boolean }) => {
	if (text === null) return <span className="text-text-3">{missing}</span>;
	const shown = isFormer ? <s className="text-text-2">{text}</s> : text;
	if (text.length <= 160) return shown;
	return (
		<details>
			<summary className="line-clamp-3">{text.slice(0, 150)}…</summary>
			{shown}
		</details>
	);
};

const columnsOf = (log: ShownLog): readonly Column<LoggedChange>[] => [
	{
		heading: "When",
		width: 140,
		card: "line",
		muted: true,
		clipped: false,
		className: "tabular-nums lg:py-2",
		text: ({ createdAt }) => formatDateTime(createdAt, log.timeZone),
	},
	{ heading: "Who", width: 140, card: "line", clipped: false, cell: ({ by }) => <By by={by} {...log} /> },
	{
		heading: "About",
		width: 160,
		card: "line",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ subject }) => <About subject={subject} {...log} />,
	},
	{
		heading: "Field",
		width: 120,
		card: "title",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ on, field }) => (
			<Link
				to={log.here + logSearchWith(log.search, "on", on)}
				title={`Only changes of ${field}`}
				className="hover:underline"
			>
				{field}
			</Link>
		),
	},
	{
		heading: "Before",
		card: "line",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ before }) => (
			<>
				<span className="text-text-3 lg:hidden">Before: </span>
				<Value text={before} isFormer />
			</>
		),
	},
	{
		heading: "After",
		card: "line",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ after }) => (
			<>
				<span className="text-text-3 lg:hidden">After: </span>
				<Value text={after} />
			</>
		),
	},
	{
		heading: "From where",
		width: 150,
		card: "line",
		muted: true,
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: FromWhere,
	},
];

const ModificationLog = () => {
	const { rows, here, filter, wrongDays, pages, searchedTo, applicants, mayExport } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { search, pathname } = useLocation();
	const navigation = useNavigation();
	const list = logSearch(new URLSearchParams(search));
	const isLoading = navigation.state === "loading" && navigation.location.pathname === here && pathname === here;
	const { timeZone } = organisation;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Modification log"
				description="Each changed field with its value before and afterwards, who changed it, when and from where. Nothing in it can be changed."
				actions={
					mayExport && (
						<LinkButton to={`${here}/export${list}`} icon={FileSpreadsheet} preventScrollReset>
							Export
						</LinkButton>
					)
				}
			/>
			<SearchForm
				action={here}
				label="Filter the modification log"
				filters={[
					{ name: "username", label: "Email address of the user", as: "text", options: [], chosen: filter.username },
					{ name: "subject", label: "About: number or id", as: "text", options: [], chosen: filter.subject },
					{ name: "on", label: "Field, such as surname", as: "text", options: [], chosen: filter.on },
					{ name: "from", label: "From", as: "day", options: [], chosen: filter.from },
					{ name: "to", label: "To", as: "day", options: [], chosen: filter.to, wrongDays },
				]}
				keep={pages.size === 10 ? [] : [["size", String(pages.size)]]}
			/>
			{searchedTo !== null && !wrongDays && <SearchedTo at={searchedTo} nextTo={pages.nextTo} timeZone={timeZone} />}
			<RecordTable
				label="Modification log"
				columns={columnsOf({ here, search: list, timeZone, applicants })}
				rows={rows}
				keyOf={({ id }) => id}
				busy={isLoading}
				pages={pages}
				wrongDays={wrongDays}
				empty={
					<EmptyState
						icon={FilePen}
						title="No modifications"
						action={Object.keys(filter).length > 0 && <LinkButton to={here}>Show all</LinkButton>}
					>
						{Object.keys(filter).length > 0
							? "No entry matches the filters."
							: "Changed fields appear here at once, and stay."}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default ModificationLog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
