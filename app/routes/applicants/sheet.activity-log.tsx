import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { ActivityTimeline } from "#app/routes/applicants/activity-timeline";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { EmptyState } from "#app/ui/empty-state";
import { TextLink } from "#app/ui/text-link";
import { anyOf } from "#worker/contract/permissions";
import { listLog } from "#worker/services/applicants/contract";

/** What happened to the applicant, newest first (§2 Timeline). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const page = new URL(args.request.url).searchParams.get("logPage") ?? "0";
	const log = orThrow(
		await args.context.api.call(listLog, {
			params: { id: args.params.applicantId ?? "" },
			query: { page, size: "50" },
		}),
	);
	return json({ ...log, page: Number(page), now: Date.now() });
};

const ActivityLog = () => {
	const { data, hasMore, page, now } = useLoaderData<typeof loader>();
	const location = useLocation();
	if (data.length === 0) return <EmptyState icon={History} title="No Activity Log" />;
	const older = new URLSearchParams(location.search);
	older.set("logPage", String(page + 1));
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<ActivityTimeline entries={data} isLatest={page === 0} now={now} />
			{hasMore && <TextLink to={`?${older}`}>Older activity</TextLink>}
		</section>
	);
};
export default ActivityLog;

export const ErrorBoundary = () => <ProblemPage />;
