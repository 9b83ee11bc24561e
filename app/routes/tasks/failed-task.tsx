import type { SerializeFrom } from "@remix-run/cloudflare";
import { RotateCw } from "lucide-react";
import type { InferOutput } from "valibot";
import * as v from "valibot";
import { formatDateTime } from "#app/format/dates";
import { formatNumber } from "#app/format/numbers";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import type { ListedTask } from "#worker/services/tasks/contract";

interface FailedTaskProps {
	task: SerializeFrom<InferOutput<typeof ListedTask>>;
	idempotencyKey: string;
}

const Failure = v.object({ reason: v.string() });

/** What has failed, why, how far it had come, and the way to try it again. */
export const FailedTask = ({ task, idempotencyKey }: FailedTaskProps) => {
	const { organisation } = useShell();
	const { id, type, status, done, total, result, applicationTitle, createdAt, mayRetry } = task;
	const message = JSON.stringify({ type, status });
	const { title } = describeNotification({ id, type: "BACKGROUND_TASK", message, read: true, createdAt });
	const failure = v.safeParse(Failure, result);
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
			<div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
				<p className="font-medium">{title}</p>
				{failure.success && <p className="text-red">{failure.output.reason}</p>}
				<p className="text-sm text-text-2 tabular-nums">
					{[
						applicationTitle,
						formatDateTime(createdAt, organisation.timeZone),
						`${formatNumber(done)} of ${formatNumber(total)} done`,
					]
						.filter(Boolean)
						.join(" · ")}
				</p>
			</div>
			{mayRetry ? (
				<SignedInForm>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					<Button size="small" icon={RotateCw} aria-label={`Try again: ${title}`}>
						Try again
					</Button>
				</SignedInForm>
			) : (
				<p className="text-sm text-text-3">It cannot be tried again</p>
			)}
		</li>
	);
};
