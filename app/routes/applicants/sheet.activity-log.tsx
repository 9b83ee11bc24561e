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
	const page = readPage(new URL(args.request.url).searchParams);
	const log = orThrow(
		await args.context.api.call(listLog, {
			params: { id: args.params.applicantId ?? "" },
			query: { page: String(page), size: "50" },
		}),
	);
	return json({ ...log, page, now: Date.now() });
};

/** why: an address that somebody mended by hand begins at the newest. */
const readPage = (params: URLSearchParams): number => {
	const page = params.get("logPage") ?? "";
	return /^\d{1,6}$/.test(page) ? Number(page) : 0;
};

/** The same address at another page of the log. */
const pageSearch = (search: string, page: number): string => {
	const params = new URLSearchParams(search);
	if (page === 0) params.delete("logPage");
	else params.set("logPage", String(page));
	return `?${params}`;
};

const ActivityLog = () => {
	const { data, hasMore, page, now } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	if (data.length === 0 && page === 0) return <EmptyState icon={History} title="No Activity Log" />;
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<ActivityTimeline entries={data} isLatest={page === 0} now={now} />
			<p className="flex flex-wrap gap-4">
				{page > 0 && <TextLink to={pageSearch(search, page - 1)}>Newer activity</TextLink>}
				{hasMore && <TextLink to={pageSearch(search, page + 1)}>Older activity</TextLink>}
			</p>
		</section>
	);
};
export default ActivityLog;

export const ErrorBoundary = () => <ProblemPage />;
