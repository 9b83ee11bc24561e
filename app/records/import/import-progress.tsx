import { formatNumber } from "#app/format/numbers";
import { LinkButton } from "#app/ui/button";
import { WorkProgress } from "#app/ui/page/work-progress";
import type { Import } from "#worker/contract/imports";

const working = ["reading", "checking", "adding", "undoing"] as const;

export const isAtWork = ({ status }: Pick<Import, "status">): boolean => working.some((one) => one === status);

interface ImportProgressProps {
	found: Import;
	here: string;
	/** What is done while the import has each status: "The list is being read". */
	texts: Partial<Record<Import["status"], string>>;
	discardTo: string | undefined;
	/** Why it could not be tried again. */
	error: string | null | undefined;
}

/** Shows the progress of an import, or a button that tries again what failed. */
export const ImportProgress = ({ found: { status, task }, here, texts, discardTo, error }: ImportProgressProps) => {
	const isCounted = task !== null && task.total > 1;
	return (
		<WorkProgress
			status={task?.status === "FAILED" ? "FAILED" : "STARTED"}
			to={here}
			taskId={task?.id ?? null}
			title={texts[status]}
			text={isCounted ? `${formatNumber(task.done)} of ${formatNumber(task.total)} rows done.` : "It has begun."}
			done={isCounted ? task.done : undefined}
			total={task?.total ?? 1}
			note="You can leave this page: you will be notified when it is done."
			failure="This could not be finished. Nothing is lost."
			error={error}
		>
			{discardTo && (
				<LinkButton to={discardTo} preventScrollReset>
					Discard
				</LinkButton>
			)}
		</WorkProgress>
	);
};
