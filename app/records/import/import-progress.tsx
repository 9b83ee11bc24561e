import { formatNumber } from "#app/format/numbers";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { useRereadWhile } from "#app/ui/use-reread-while";
import type { Import } from "#worker/contract/imports";

const working = ["reading", "checking", "adding", "undoing"] as const;

export const isAtWork = ({ status }: Pick<Import, "status">): boolean => working.some((one) => one === status);

/** why: once any of it is styled, each browser has its own colours for the rest of the bar. */
const barClass =
	"mt-3 block h-2 w-full appearance-none overflow-hidden rounded-sm bg-line-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-2 [&::-webkit-progress-value]:bg-accent";

const pollingMs = 3_000;

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
export const ImportProgress = ({ found, here, texts, discardTo, error }: ImportProgressProps) => {
	const { status, task } = found;
	const hasFailed = task?.status === "FAILED";
	useRereadWhile(!hasFailed, pollingMs);
	if (hasFailed)
		return (
			<Callout tone="danger" role="alert">
				<p>This could not be finished. Nothing is lost: trying again continues where it stopped.</p>
				{error && <p>{error}</p>}
				<div className="mt-2 flex flex-wrap gap-2.5">
					<SignedInForm method="post">
						<input type="hidden" name="intent" value="retry" />
						<input type="hidden" name="taskId" value={task.id} />
						<Button>Try again</Button>
					</SignedInForm>
					{discardTo && (
						<LinkButton to={discardTo} preventScrollReset>
							Discard
						</LinkButton>
					)}
				</div>
			</Callout>
		);
	const isCounted = task !== null && task.total > 1;
	return (
		<Card>
			<div className="grid gap-1 px-5 py-6">
				<p className="font-medium">{texts[status]}</p>
				<p role="status" className="text-text-2">
					{isCounted ? `${formatNumber(task.done)} of ${formatNumber(task.total)} rows done.` : "It has begun."}
				</p>
				<progress
					aria-label="Progress"
					value={isCounted ? task.done : undefined}
					max={task?.total ?? 1}
					className={barClass}
				/>
				<p className="mt-3 text-text-2">You can leave this page: you will be notified when it is done.</p>
				<div>
					<LinkButton to={here} replace>
						Refresh
					</LinkButton>
				</div>
				<noscript>
					<meta httpEquiv="refresh" content={String(pollingMs / 1_000)} />
				</noscript>
			</div>
		</Card>
	);
};
