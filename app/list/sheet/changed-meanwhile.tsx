import { describeChange } from "#app/format/describe-change";
import { formatAgo } from "#app/format/relative-time";
import { useShell } from "#app/shell/shell-context";
import type { ApplicantRow, LogEntry } from "#worker/services/applicants/contract";

interface ChangedMeanwhileProps {
	/** Newest first. */
	changes: readonly LogEntry[];
	/** The last change, shown when the changes are unknown. */
	applicant: Pick<ApplicantRow, "lastReviewed" | "lastReviewedBy">;
	label?: string;
}

export const ChangedMeanwhile = ({ changes, applicant, label = "Changed meanwhile" }: ChangedMeanwhileProps) => {
	const { now } = useShell();
	const { lastReviewed, lastReviewedBy } = applicant;
	return (
		<ul aria-label={label} className="grid gap-0.5 break-words">
			{changes.map((change) => (
				<li key={change.id}>
					{describeChange(change)}
					{byAndWhen(change.reviewedBy, change.createdAt, now)}
				</li>
			))}
			{changes.length === 0 && lastReviewed && <li>Changed{byAndWhen(lastReviewedBy, lastReviewed, now)}</li>}
		</ul>
	);
};

/** why: the page may be older than the change. */
const byAndWhen = (who: string | null, when: number, now: number): string =>
	`${who ? `, by ${who}` : ""}, ${formatAgo(when, Math.max(now, when))}`;
