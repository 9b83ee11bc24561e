import { formatAtMost } from "#app/format/numbers";
import type { Needed } from "#app/routes/dashboard/load-today.server";
import { Link } from "#app/ui/link";
import { Skeleton } from "#app/ui/page/skeleton";
import { countedAtMost } from "#worker/contract/applicant-filter";

/** What waits for the user, as links to the lists of it. */
export const Today = ({ needed }: { needed: readonly Needed[] }) =>
	needed.length === 0 ? (
		<p className="text-text-2">Nothing waits for you.</p>
	) : (
		<ul className="needs">
			{needed.map(({ label, count, to }) => (
				<li key={label}>
					<Link to={to}>
						<b>{formatAtMost(count, countedAtMost)}</b>
						{label}
					</Link>
				</li>
			))}
		</ul>
	);

export const TodaySkeleton = () => (
	<div className="flex flex-wrap gap-2">
		{["one", "two", "three"].map((name) => (
			<Skeleton key={name} className="h-9 w-36 rounded-md" />
		))}
	</div>
);
