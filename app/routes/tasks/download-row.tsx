import type { SerializeFrom } from "@remix-run/cloudflare";
import { FileDown, RotateCw } from "lucide-react";
import type { InferOutput } from "valibot";
import * as v from "valibot";
import { formatDateTime } from "#app/format/dates";
import { formatKilobytes, formatNumber } from "#app/format/numbers";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";
import { RowLink, Td, Tr } from "#app/ui/table";
import { TaskFile } from "#worker/contract/task-file";
import type { ListedTask } from "#worker/services/tasks/contract";

interface DownloadRowProps {
	task: SerializeFrom<InferOutput<typeof ListedTask>>;
	here: string;
}

const Failure = v.object({ reason: v.string() });

/** A file with its progress and its link. */
export const DownloadRow = ({ task, here }: DownloadRowProps) => {
	const { organisation } = useShell();
	const { id, type, status, done, total, result, applicationTitle, createdAt, mayRetry } = task;
	const parsed = v.safeParse(TaskFile, result);
	const file = status === "SUCCESS" && parsed.success ? parsed.output : undefined;
	const failure = v.safeParse(Failure, result);
	const message = JSON.stringify({ type, status });
	const { title } = describeNotification({ ...{ id, type: "BACKGROUND_TASK", message, read: true, createdAt } });
	const name = file?.name ?? title;
	return (
		<Tr>
			<Td card="title" title={name}>
				<RowLink to={`${here}/${id}`}>{name}</RowLink>
				{!file && applicationTitle && <span className="text-text-3 max-lg:block lg:ml-2">{applicationTitle}</span>}
			</Td>
			<Td card="line" muted className="tabular-nums">
				{formatDateTime(createdAt, organisation.timeZone)}
			</Td>
			<Td card="line" clipped={false} className="py-1.5 break-words tabular-nums">
				{status === "STARTED" && `${formatNumber(done)} of ${formatNumber(total)}`}
				{status === "FAILED" && <span className="text-red">{failure.success ? failure.output.reason : "Failed"}</span>}
				{file && `Ready, ${formatKilobytes(file.size)}`}
			</Td>
			<Td card="aside" clipped={false} className="text-right">
				{file && (
					<a
						href={`${here}/${id}/file`}
						download={file.name}
						aria-label={`Download ${file.name}`}
						className={buttonClass({ size: "small", className: "relative z-1" })}
					>
						<FileDown {...iconProps} />
						Download
					</a>
				)}
				{mayRetry && (
					<SignedInForm className="relative z-1 inline">
						<input type="hidden" name="id" value={id} />
						<Button size="small" icon={RotateCw} aria-label={`Try again: ${title}`}>
							Try again
						</Button>
					</SignedInForm>
				)}
			</Td>
		</Tr>
	);
};
