import { countMessages } from "#app/format/count-messages";
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
		return { kind: "success", message: run && isSending(run) ? `${message}. ${messagesGoOut(run)} now` : message };
	const action = { label: "Undo", title: undoTitle(about), to: undoPath(orgName, run.id), forMs };
	if (!isSending(run)) return { kind: "success", message, action };
	return { kind: "success", message, action: { ...action, otherwise: messagesGoOut(run) } };
};

/** Whether the subject of a change is a count of applicants, not one's name. */
export const isOfMany = (subject: string): boolean => /^[\d,]+ applicants$/.test(subject);

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
	erasure: "erasure",
};

type Sent = Pick<RunHandle, "emails" | "texts">;

const isSending = ({ emails, texts }: Sent): boolean => emails + texts > 0;

const messagesGoOut = (sent: Sent): string =>
	`${countMessages(sent)} ${sent.emails + sent.texts === 1 ? "goes" : "go"} out`;
