import { formatDateTime } from "#app/format/dates";
import { formatAgo } from "#app/format/relative-time";
import { changeTitle } from "#app/routes/applicants/describe-change";
import { useShell } from "#app/shell/shell-context";
import { Timeline, TimelineItem } from "#app/ui/timeline";
import type { LogEntry } from "#worker/services/applicants/contract";

interface ActivityTimelineProps {
	entries: readonly LogEntry[];
	/** The first of them is the last thing that happened. */
	isLatest: boolean;
	/** UTC milliseconds. */
	now: number;
}

/** What happened to an applicant: the stage, the comment, who and when. */
export const ActivityTimeline = ({ entries, isLatest, now }: ActivityTimelineProps) => {
	const { organisation } = useShell();
	return (
		<Timeline>
			{entries.map((entry, index) => (
				<TimelineItem
					key={entry.id}
					current={isLatest && index === 0}
					title={changeTitle(entry)}
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
	);
};
