import { TriangleAlert } from "lucide-react";
import * as v from "valibot";
import { formatAgo } from "#app/format/relative-time";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { problems } from "#worker/contract/problems";

/** What a refused change carries: the applicant as they are now, and what was tried. */
const StaleDetails = v.object({
	current: v.object({
		stage: v.object({ name: v.string() }),
		lastReviewed: v.nullable(v.number()),
		lastReviewedBy: v.nullable(v.string()),
	}),
	attempted: v.object({ stage: v.object({ name: v.string() }) }),
});

/** Both versions of an applicant whom somebody else changed meanwhile; sending the form again applies this one on top. */
export const StaleStage = ({ details }: { details: unknown }) => {
	const { now } = useShell();
	const parsed = v.safeParse(StaleDetails, details);
	if (!parsed.success) return <Callout tone="warning">{problems.stale_applicant.message}</Callout>;
	const { current, attempted } = parsed.output;
	return (
		<Callout tone="warning" icon={TriangleAlert} role="alert">
			<p className="font-medium">{problems.stale_applicant.message}</p>
			<dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3">
				<dt>Now</dt>
				<dd>
					{current.stage.name}
					{current.lastReviewedBy && `, by ${current.lastReviewedBy}`}
					{current.lastReviewed && `, ${formatAgo(current.lastReviewed, now)}`}
				</dd>
				<dt>Yours</dt>
				<dd>{attempted.stage.name}</dd>
			</dl>
		</Callout>
	);
};
