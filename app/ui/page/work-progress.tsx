import type { ReactNode } from "react";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { ProgressBar } from "#app/ui/page/progress-bar";
import { useRereadWhile } from "#app/ui/use-reread-while";

const pollingMs = 2_000;

interface WorkProgressProps {
	/** Nothing is shown of what has ended, or was not begun. */
	status: "NONE" | "STARTED" | "FAILED" | "SUCCESS";
	/** The address of the page, whose action tries the task `taskId` again for the intent `retry`. */
	to: string;
	/** The task that can be tried again; null for none. */
	taskId: string | null;
	title?: string | undefined;
	/** How far it is, in words. */
	text: string;
	/** How much is done; undefined where nobody knows of how much. */
	done: number | undefined;
	total: number;
	note?: string;
	/** What was not finished: "Not all applicants could be ranked.". */
	failure: string;
	/** Why it could not be tried again. */
	error?: string | null | undefined;
	/** What else can be done where it failed. */
	children?: ReactNode;
}

/** How far long work is, while the page is read again and again; or a button that goes on where it failed. */
export const WorkProgress = ({ status, to, taskId, title, text, done, total, ...more }: WorkProgressProps) => {
	useRereadWhile(status === "STARTED", pollingMs);
	if (status === "SUCCESS" || status === "NONE") return null;
	if (status === "FAILED")
		return (
			<Callout tone="danger" role="alert">
				<p>{more.failure} Trying again continues where it stopped.</p>
				{more.error && <p>{more.error}</p>}
				<div className="mt-2 flex flex-wrap gap-2.5">
					{taskId !== null && (
						<SignedInForm method="post" action={to}>
							<input type="hidden" name="intent" value="retry" />
							<input type="hidden" name="taskId" value={taskId} />
							<Button>Try again</Button>
						</SignedInForm>
					)}
					{more.children}
				</div>
			</Callout>
		);
	return (
		<Card className="px-4 py-3">
			{title && <p className="font-medium">{title}</p>}
			<p role="status">{text}</p>
			<ProgressBar done={done} total={total || 1} />
			<div className="mt-2 flex flex-wrap items-center gap-2.5">
				<LinkButton to={to} replace size="small">
					Refresh
				</LinkButton>
				<span className="text-sm text-text-2">{more.note ?? "You can leave this page and come back."}</span>
			</div>
			<noscript>
				<meta httpEquiv="refresh" content={String(pollingMs / 1_000)} />
			</noscript>
		</Card>
	);
};
