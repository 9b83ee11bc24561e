import { useLocation, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { byDay } from "#app/format/days";
import { changeComment, changeTitle } from "#app/format/describe-change";
import { readSheetSearch } from "#app/list/list-address";
import { useShell } from "#app/shell/shell-context";
import { Timeline, TimelineItem } from "#app/ui/page/timeline";
import { TextLink } from "#app/ui/text-link";
import { UnreadDot } from "#app/ui/unread-dot";
import { formatDateTime, formatTime } from "#worker/contract/text/dates";
import type { LogEntry } from "#worker/services/applicants/contract";

interface ActivityTimelineProps {
	entries: readonly LogEntry[];
	/** True when the first entry is the most recent of all. */
	isLatest: boolean;
	now: number;
	/** When the user's previous visit ended, in UTC milliseconds: later changes are new. Null for a first visit. */
	since: number | null;
	/** Draws what can be done about an entry. */
	about?: (entry: LogEntry) => ReactNode;
}

export const ActivityTimeline = ({ entries, isLatest, now, since, about }: ActivityTimelineProps) => {
	const { organisation, user } = useShell();
	const own = `${user.firstName} ${user.lastName}`;
	return byDay(entries, now, organisation.timeZone).map((day) => (
		<section key={day.heading} className="mb-5">
			<h4 className="mb-2 text-sm text-text-2">{day.heading}</h4>
			<Timeline>
				{day.entries.map((entry) => (
					<ActivityItem
						key={entry.id}
						entry={entry}
						isCurrent={isLatest && entry === entries[0]}
						about={about?.(entry)}
						isNew={since !== null && entry.createdAt > since && entry.reviewedBy !== own}
					/>
				))}
			</Timeline>
		</section>
	));
};

interface ActivityItemProps {
	entry: LogEntry;
	isCurrent: boolean;
	isNew: boolean;
	about: ReactNode;
}

const ActivityItem = ({ entry, isCurrent, isNew, about }: ActivityItemProps) => {
	const { organisation, orgName } = useShell();
	const { applicantId } = useParams();
	const { search } = useLocation();
	const { timeZone } = organisation;
	const comment = changeComment(entry);
	return (
		<TimelineItem
			current={isCurrent}
			title={
				<>
					{changeTitle(entry)} {isNew && <UnreadDot label="new since you were here" />}
				</>
			}
			detail={comment ? `“${comment}”` : undefined}
			meta={
				<>
					{entry.reviewedBy ?? "Applicant"} ·{" "}
					<time dateTime={new Date(entry.createdAt).toISOString()} title={formatDateTime(entry.createdAt, timeZone)}>
						{formatTime(entry.createdAt, timeZone)}
					</time>
					{entry.mergedNumber && ` · from ${entry.mergedNumber}, merged into this record`}
					{entry.mergeId && (
						<>
							{" · "}
							<TextLink to={`/${orgName}/merges/${entry.mergeId}`}>Show merge</TextLink>
						</>
					)}
					{entry.changeId && (
						<>
							{" · "}
							<TextLink
								to={`/${orgName}/applicants/${applicantId}${changeSearch(search, entry.changeId)}`}
								preventScrollReset
							>
								Show what changed
							</TextLink>
						</>
					)}
					{about}
				</>
			}
		/>
	);
};

/** Returns the sheet's query text with the event whose changes are shown. */
const changeSearch = (search: string, changeId: string): string => {
	const params = new URLSearchParams(readSheetSearch(new URLSearchParams(search)));
	params.set("change", changeId);
	return `?${params}`;
};
