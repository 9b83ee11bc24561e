import { formatCount } from "#app/format/numbers";
import type { ToastAction } from "#app/ui/toast/toast";

interface Moved {
	id: string;
	/** UTC milliseconds. */
	undoUntil: number;
	emails: number;
}

/** What a move's toast says of its messages, and how it is undone (§4). */
export const movedToast = (
	orgName: string,
	message: string,
	move: Moved | null | undefined,
	{ subject, stageName, now }: { subject: string; stageName: string; now: number },
): { kind: "success"; message: string; action?: ToastAction } => {
	const forMs = move ? move.undoUntil - now : 0;
	if (!move || forMs <= 0) return { kind: "success", message: mailed(message, move?.emails ?? 0, "now") };
	const to = `/${orgName}/stage-changes/${move.id}/undo`;
	const title = undoTitle(subject, stageName);
	const when = `in ${formatCount(Math.ceil(forMs / 1_000), "second")}`;
	return { kind: "success", message: mailed(message, move.emails, when), action: { label: "Undo", title, to, forMs } };
};

/** How the undo of a move is called. */
export const undoTitle = (subject: string, stageName: string): string => `Undo: move of ${subject} to ${stageName}`;

const mailed = (message: string, emails: number, when: string): string =>
	emails === 0 ? message : `${message}. ${formatCount(emails, "email")} ${emails === 1 ? "goes" : "go"} out ${when}`;
