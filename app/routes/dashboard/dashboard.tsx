import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileSpreadsheet, FileText } from "lucide-react";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import type { Choice } from "#app/routes/dashboard/application-filter";
import { Charts, ChartsSkeleton } from "#app/routes/dashboard/charts";
import { dashboardSearch, daysOf, readDashboardAddress } from "#app/routes/dashboard/dashboard-address";
import { DashboardFilters } from "#app/routes/dashboard/dashboard-filters";
import { Figures, FiguresSkeleton } from "#app/routes/dashboard/figures";
import { linksOf } from "#app/routes/dashboard/links";
import { loadToday } from "#app/routes/dashboard/load-today.server";
import { offeredApplications } from "#app/routes/dashboard/offered-applications.server";
import { type ShownStatistics, shownStatistics } from "#app/routes/dashboard/shown-statistics.server";
import { Today, TodaySkeleton } from "#app/routes/dashboard/today";
import { mayCall, mayEverywhere } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Later } from "#app/ui/later";
import { PageHeader } from "#app/ui/page/page-header";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { daysInWords } from "#worker/contract/text/days-in-words";
import { listStructure } from "#worker/services/admin-levels/contract";
import { listApplicants } from "#worker/services/applicants/contract";
import { dashboardStatistics } from "#worker/services/dashboard/contract";
import { getOrganisation } from "#worker/services/organisation/contract";
import { listTransactions } from "#worker/services/transactions/contract";

export const meta = titled("Dashboard");

/** Loads the dashboard: what can be chosen decides the page, the statistics follow. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, dashboardStatistics);
	const { searchParams } = new URL(args.request.url);
	const address = readDashboardAddress(searchParams);
	const later = openLater(args);
	const [{ timeZone }, offered, structure] = await Promise.all([
		api.call(getOrganisation, {}).then(orThrow),
		offeredApplications(api, { chosen: address.application, title: searchParams.get("title")?.trim() ?? "" }),
		api.call(listStructure, {}).then(orThrow),
	]);
	const days = daysOf(address, formatDateInput(Date.now(), timeZone));
	const wrongDays = wrongDaysOf(days.startDate, days.endDate);
	const { applications, searched, subject } = offered;
	const query = {
		applicationId: address.application,
		administrationLevelItemId: address.item,
		courseId: address.course,
		...days,
	};
	const statistics = later.askAfterStart(async () => {
		// why not asked: the services refuse these days.
		if (wrongDays) return fail("dates_reversed");
		const found = await api.call(dashboardStatistics, { query });
		return found.ok ? ok(shownStatistics(found.value)) : found;
	});
	const applicationId = address.application ?? subject?.id;
	const today = later.askAfterStart(() => loadToday({ api, user, orgName, applicationId }));
	return later.respond(
		{
			address,
			days,
			wrongDays,
			applications,
			searched,
			here: `/${orgName}/dashboard`,
			// why not the whole path: each item stands behind the one that it is part of.
			items: structure.data.map(({ id, name, path }): Choice => [id, "– ".repeat(path.length - 1) + name]),
			subject: subject?.title,
			counted: {
				application: address.application === undefined ? "All applications" : subject?.title,
				item: structure.data.find(({ id }) => id === address.item)?.name,
				places: mayEverywhere(user, dashboardStatistics) ? undefined : "only the places of your roles",
			},
			maySee: { applicants: mayCall(user, listApplicants), payments: mayCall(user, listTransactions) },
		},
		{ statistics, today },
		statusOfDays(wrongDays),
	);
};

/** Choices of the filters, and sums of the whole institution, whichever of them the address asks for. */
export const { handle, shouldRevalidate } = shows({
	statistics: true,
	tasks: true,
	"set-up": () => ["application", "admin_level_item", "course"],
});

/** Returns the title of a course; undefined where nobody chose it and nobody paid for it. */
const titleOf = ({ courses, paidCourses }: ShownStatistics, courseId: string): string | undefined =>
	[...courses.rows, ...paidCourses.rows].find(([id]) => id === courseId)?.[2];

const Dashboard = () => {
	const { address, days, wrongDays, applications, searched, items, here, subject, counted, maySee, statistics, today } =
		useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const search = dashboardSearch(address);
	const fileAt = (format: string) => `${here}/file${search}${search ? "&" : "?"}format=${format}`;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Dashboard"
				actions={
					<>
						<LinkButton to={fileAt("xlsx")} reloadDocument icon={FileSpreadsheet}>
							Excel
						</LinkButton>
						<LinkButton to={fileAt("pdf")} reloadDocument icon={FileText}>
							PDF
						</LinkButton>
					</>
				}
			/>
			<section aria-labelledby="needs-today" className="grid gap-2 print:hidden">
				<h2 id="needs-today" className="text-base">
					What needs you today
					{subject && <span className="ml-2 text-sm font-normal text-text-3">{subject}</span>}
				</h2>
				<Later part={today} skeleton={<TodaySkeleton />}>
					{(needed) => <Today needed={needed} />}
				</Later>
			</section>
			<DashboardFilters
				here={here}
				address={address}
				wrongDays={wrongDays}
				applications={applications}
				searched={searched}
				items={items}
			/>
			{!wrongDays && (
				<Later
					part={statistics}
					skeleton={
						<>
							<FiguresSkeleton />
							<ChartsSkeleton />
						</>
					}
				>
					{(found) => {
						const links = linksOf({ orgName, address, days, maySee });
						return (
							<>
								{/* why on paper: the filters say it on the screen, and are not printed. */}
								<p className="hidden print:block">
									{[
										counted.application,
										counted.item,
										address.course && (titleOf(found, address.course) ?? `one ${organisation.aliases.course}`),
										counted.places,
										daysInWords(days),
									]
										.filter(Boolean)
										.join(", ")}
								</p>
								<Figures statistics={found} links={links.figures} />
								<Charts statistics={found} links={links} />
							</>
						);
					}}
				</Later>
			)}
		</div>
	);
};
export default Dashboard;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
