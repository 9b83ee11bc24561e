import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { readTabPage, tabPageSearch, tabPages } from "#app/list/sheet/tab-page";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { listLog } from "#worker/services/applicants/contract";

export const meta = titledOver("Activity Log");

export const loader = async (args: LoaderFunctionArgs) => {
	const { applicantId = "" } = args.params;
	await requireAccess(args, listLog);
	const page = readTabPage(new URL(args.request.url).searchParams, tabPages.log);
	const log = orThrow(
		await args.context.api.call(listLog, {
			params: { id: applicantId },
			query: { page: String(page), size: "50" },
		}),
	);
	const { changes, applicationId } = orThrow(await args.context.applicant(applicantId));
	return json({ ...log, page, applicationId, now: Date.now(), since: changes.since });
};

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

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
