import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { readTabPage, tabPageSearch } from "#app/routes/applicants/tab-page";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { EmptyState } from "#app/ui/empty-state";
import { TextLink } from "#app/ui/text-link";
import { anyOf } from "#worker/contract/permissions";
import { listLog } from "#worker/services/applicants/contract";

/** What happened to the applicant, newest first (§2 Timeline). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { applicantId = "" } = args.params;
	await requireUser(args, anyOf("candidate"));
	const page = readTabPage(new URL(args.request.url).searchParams, pageName);
	const log = orThrow(
		await args.context.api.call(listLog, {
			params: { id: applicantId },
			query: { page: String(page), size: "50" },
		}),
	);
	const { changes } = orThrow(await args.context.applicant(applicantId));
	return json({ ...log, page, now: Date.now(), since: changes.since });
};

const pageName = "logPage";

const ActivityLog = () => {
	const { data, hasMore, page, now, since } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	if (data.length === 0 && page === 0) return <EmptyState icon={History} title="No Activity Log" />;
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<ActivityTimeline entries={data} isLatest={page === 0} now={now} since={since} />
			<p className="flex flex-wrap gap-4">
				{page > 0 && <TextLink to={tabPageSearch(search, pageName, page - 1)}>Newer activity</TextLink>}
				{hasMore && <TextLink to={tabPageSearch(search, pageName, page + 1)}>Older activity</TextLink>}
			</p>
		</section>
	);
};
export default ActivityLog;

export const ErrorBoundary = () => <ProblemPage />;
