import { TriangleAlert } from "lucide-react";
import { formatAgo } from "#app/format/relative-time";
import { describeChange } from "#app/routes/applicants/describe-change";
import type { StaleChange } from "#app/routes/applicants/read-stale.server";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { screenProblems } from "#worker/contract/screen-problems";

/** What a change does to what it does not name. */
const leftAlone = "Left as it is";

/** Both versions of an applicant whom somebody else changed meanwhile; sending the form again applies this one on top. */
export const StaleApplicant = ({ stale: { current, attempted, changes } }: { stale: StaleChange }) => {
	const { now, organisation } = useShell();
	const { lastReviewed, lastReviewedBy, course } = current;
	const rows = [
		["Stage", current.stage.name, attempted.stage?.name ?? leftAlone],
		["Posted to", current.location?.name ?? "Nowhere yet", attempted.location?.name ?? leftAlone],
		[organisation.aliases.course, `${course.code} ${course.title}`, courseOf(attempted.course)],
	] as const;
	return (
		<Callout tone="warning" icon={TriangleAlert} role="alert">
			<p className="font-medium">{screenProblems.stale_applicant.message}</p>
			<table className="mt-2 w-full text-left">
				<thead>
					<tr>
						<td />
						<th scope="col" className={cellClass}>
							Now
						</th>
						<th scope="col" className={cellClass}>
							Yours
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(([label, now, yours]) => (
						<tr key={label}>
							<th scope="row" className={`${cellClass} whitespace-nowrap first-letter:uppercase`}>
								{label}
							</th>
							<td className={cellClass}>{now}</td>
							<td className={cellClass}>{yours}</td>
						</tr>
					))}
				</tbody>
			</table>
			<ul aria-label="Changed meanwhile" className="mt-2 grid gap-0.5 break-words">
				{changes.map((change) => (
					<li key={change.id}>
						{describeChange(change)}
						{byAndWhen(change.reviewedBy, change.createdAt, now)}
					</li>
				))}
				{changes.length === 0 && lastReviewed && <li>Changed{byAndWhen(lastReviewedBy, lastReviewed, now)}</li>}
			</ul>
			<p className="mt-2">{attempted.stage ? "Your comment is kept." : "What you chose is kept."}</p>
		</Callout>
	);
};

const courseOf = (course: StaleChange["attempted"]["course"]) =>
	course ? `${course.code} ${course.title}` : leftAlone;

const cellClass = "py-0.5 pr-3 align-top font-normal break-words last:pr-0";

const byAndWhen = (who: string | null, when: number, now: number): string =>
	`${who ? `, by ${who}` : ""}, ${formatAgo(when, now)}`;
