import { formatCount } from "#app/format/numbers";
import type { ToastAction } from "#app/ui/toast/toast-action";
import type { RunHandle, RunKind } from "#worker/contract/bulk";

interface UndoneChange {
	kind: RunKind;
	/** A name, or a count of applicants. */
	subject: string;
	targetName: string;
}

/** Returns the toast of a change: its emails and its undo (§4). */
export const undoToast = (
	orgName: string,
	message: string,
	run: RunHandle | null | undefined,
	{ now, ...about }: UndoneChange & { now: number },
): { kind: "success"; message: string; action?: ToastAction } => {
	const forMs = run ? run.undoUntil - now : 0;
	if (!run || forMs <= 0)
		return { kind: "success", message: run?.emails ? `${message}. ${emailsGoOut(run.emails)} now` : message };
	const action = { label: "Undo", title: undoTitle(about), to: undoPath(orgName, run.id), forMs };
	if (run.emails === 0) return { kind: "success", message, action };
	return { kind: "success", message, action: { ...action, otherwise: emailsGoOut(run.emails) } };
};

export const undoPath = (orgName: string, runId: string): string => `/${orgName}/batches/${runId}/undo`;

/** Returns the name of an undo: "Undo: move of Ada Eze to Accepted". */
export const undoTitle = ({ kind, subject, targetName }: UndoneChange): string =>
	`Undo: ${nouns[kind]} of ${subject} to ${targetName}`;

const nouns: Record<RunKind, string> = {
	stage: "move",
	course: "change",
	location: "posting",
	reviewer: "assignment",
	letter: "change",
};

const emailsGoOut = (emails: number): string => `${formatCount(emails, "email")} ${emails === 1 ? "goes" : "go"} out`;
