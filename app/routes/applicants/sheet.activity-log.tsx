import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { History } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatDateTime } from "#app/format/dates";
import { formatAgo } from "#app/format/relative-time";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { EmptyState } from "#app/ui/empty-state";
import { TextLink } from "#app/ui/text-link";
import { Timeline, TimelineItem } from "#app/ui/timeline";
import { anyOf } from "#worker/contract/permissions";
import { type LogEntry, listLog } from "#worker/services/applicants/contract";

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

const titleOf = ({ type, stageName, fromStageName }: LogEntry): string => {
	switch (type) {
		case "STAGE_CHANGE":
			return fromStageName ? `Moved from ${fromStageName} to ${stageName}` : `Moved to ${stageName}`;
		case "REGISTRATION":
			return "Registered";
		case "SUBMISSION":
			return "Submitted the form";
		case "COURSE_CHANGE":
			return "Course changed";
		case "POSTING":
			return "Posted to a location";
		default:
			return type
				.toLowerCase()
				.replaceAll("_", " ")
				.replace(/^./, (first) => first.toUpperCase());
	}
};

const ActivityLog = () => {
	const { data, hasMore, page, now } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const location = useLocation();
	if (data.length === 0) return <EmptyState icon={History} title="No Activity Log" />;
	const older = new URLSearchParams(location.search);
	older.set("logPage", String(page + 1));
	return (
		<section aria-labelledby="timeline-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="timeline-title" className="mb-3">
				Applicant's Process Timeline
			</h3>
			<Timeline>
				{data.map((entry, index) => (
					<TimelineItem
						key={entry.id}
						current={page === 0 && index === 0}
						title={titleOf(entry)}
						detail={entry.reason ? `“${entry.reason}”` : undefined}
						meta={
							<>
								{entry.reviewedBy ? `${entry.reviewedBy} · ` : ""}
								<time dateTime={new Date(entry.createdAt).toISOString()} title={formatAgo(entry.createdAt, now)}>
									{formatDateTime(entry.createdAt, organisation.timeZone)}
								</time>
							</>
						}
					/>
				))}
			</Timeline>
			{hasMore && <TextLink to={`?${older}`}>Older activity</TextLink>}
		</section>
	);
};
export default ActivityLog;

export const ErrorBoundary = () => <ProblemPage />;
