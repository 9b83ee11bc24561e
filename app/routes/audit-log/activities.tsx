import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { FileSpreadsheet, ScrollText } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import { logSearch, readLogAddress } from "#app/routes/audit-log/log-address";
import { logPages, readActivityFilter, readLogPlace } from "#app/routes/audit-log/log-pages.server";
import { About, By, FromWhere, SearchedTo, type ShownLog } from "#app/routes/audit-log/log-parts";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { formatDateTime } from "#worker/contract/text/dates";
import { type Activity, exportActivities, listActivities } from "#worker/services/audit-log/contract";

export const meta = titled("Activity Log");

/** Loads a page of the activity log (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listActivities);
	const params = new URL(args.request.url).searchParams;
	const query = { ...readActivityFilter(params), ...readLogPlace(params) };
	const { data, ...listed } = orThrow(await api.call(listActivities, { query }));
	const here = `/${orgName}/audit-log`;
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
		mayExport: mayCall(user, exportActivities),
	};
	return json(body, statusOfDays(wrongDays));
};

export const { handle, shouldRevalidate } = shows({});

const statusChoices = [
	{ value: "SUCCESS", label: "Success" },
	{ value: "FAILED", label: "Failed" },
] as const;

const columnsOf = (log: ShownLog): readonly Column<Activity>[] => [
	{
		heading: "When",
		width: 215,
		card: "line",
		muted: true,
		clipped: false,
		className: "tabular-nums",
		text: ({ createdAt }) => formatDateTime(createdAt, log.timeZone),
	},
	{ heading: "Who", width: 180, card: "line", clipped: false, cell: ({ by }) => <By by={by} {...log} /> },
	{ heading: "What", card: "title", clipped: false, className: "wrap-anywhere lg:py-2", cell: ({ what }) => what },
	{
		heading: "About",
		card: "line",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ subject }) => <About subject={subject} {...log} />,
	},
	{
		heading: "From where",
		width: 170,
		card: "line",
		muted: true,
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: FromWhere,
	},
	{
		heading: "Status",
		width: 100,
		card: "aside",
		cell: ({ eventStatus }) =>
			eventStatus === "SUCCESS" ? <Badge colour="green">Success</Badge> : <Badge colour="red">Failed</Badge>,
	},
];

const ActivityLog = () => {
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
				title="Activity Log"
				description="Who did what, when and from where. Nothing in it can be changed."
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
				label="Filter the activity log"
				filters={[
					{ name: "username", label: "Email address of the user", as: "text", options: [], chosen: filter.username },
					{
						name: "subject",
						label: "About: number, reference or name",
						as: "text",
						options: [],
						chosen: filter.subject,
					},
					{ name: "eventStatus", label: "Status", options: statusChoices, chosen: filter.eventStatus },
					{ name: "from", label: "From", as: "day", options: [], chosen: filter.from },
					{ name: "to", label: "To", as: "day", options: [], chosen: filter.to, wrongDays },
				]}
				keep={pages.size === 10 ? [] : [["size", String(pages.size)]]}
			/>
			{searchedTo !== null && !wrongDays && <SearchedTo at={searchedTo} nextTo={pages.nextTo} timeZone={timeZone} />}
			<RecordTable
				label="Activity Log"
				columns={columnsOf({ here, search: list, timeZone, applicants })}
				rows={rows}
				keyOf={({ id }) => id}
				busy={isLoading}
				pages={pages}
				wrongDays={wrongDays}
				empty={
					<EmptyState
						icon={ScrollText}
						title="No Activity Log"
						action={Object.keys(filter).length > 0 && <LinkButton to={here}>Show all</LinkButton>}
					>
						{Object.keys(filter).length > 0
							? "No entry matches the filters."
							: "What people do appears here at once, and stays."}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default ActivityLog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
