import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { tabPageSearch, tabPages } from "#app/list/sheet/tab-page";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { loadLog } from "#app/routes/applicants/load-log.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";

export const loader = (args: LoaderFunctionArgs) => loadLog(args);

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: true,
	records: true,
	mails: ({ data }) => data.applicationId,
});

const ActivityLog = () => {
	const { data, next, page, now, since } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	if (data.length === 0 && page === 0) return <EmptyState icon={History} title="No Activity Log" />;
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<ActivityTimeline entries={data} isLatest={page === 0} now={now} since={since} />
			<p className="flex flex-wrap gap-4">
				{page > 0 && <TextLink to={tabPageSearch(search, tabPages.log, page - 1)}>Newer activity</TextLink>}
				{next !== null && <TextLink to={tabPageSearch(search, tabPages.log, page + 1)}>Older activity</TextLink>}
			</p>
		</section>
	);
};
export default ActivityLog;

export const ErrorBoundary = () => <ProblemPage />;
