import { forwardRef } from "react";
import { formatAgo } from "#app/format/relative-time";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { WarningMark } from "#app/ui/marks";
import { screenProblems } from "#worker/contract/screen-problems";

interface StaleFormProps {
	stale: { by: string | null; updatedAt: number | null };
}

/** Somebody else changed the form meanwhile: who and when. Both versions follow, answer by answer. */
export const StaleForm = forwardRef<HTMLDivElement, StaleFormProps>(function StaleForm(
	{ stale: { by, updatedAt } },
	ref,
) {
	const { now } = useShell();
	return (
		<div ref={ref} role="alert" tabIndex={-1} className="mt-3 rounded-md outline-none">
			<Callout tone="warning" icon={WarningMark}>
				<p className="font-medium">{screenProblems.stale_form.message}</p>
				{(by !== null || updatedAt !== null) && (
					<p>
						Changed{by !== null && <> by {by}</>}
						{updatedAt !== null && <>, {formatAgo(updatedAt, Math.max(now, updatedAt))}</>}.
					</p>
				)}
				<p>Below is what is saved now beside what is yours. Nothing of yours is lost.</p>
			</Callout>
		</div>
	);
});
