import { formatWait } from "#app/format/span";
import type { ToastMessage } from "#app/ui/toast/toast";

interface ToastTextProps extends Pick<ToastMessage, "message" | "action"> {
	/** How long the action can still be done. */
	leftMs?: number | undefined;
}

/** A toast's message, and what happens how soon: "Ada Eze is now at Accepted. 1 email goes out in 27 seconds". */
export const ToastText = ({ message, action, leftMs = action?.forMs ?? 0 }: ToastTextProps) => {
	if (!action?.otherwise) return <>{message}</>;
	const seconds = formatWait(Math.max(0, Math.ceil(leftMs / 1_000)));
	return (
		<>
			{`${message}. ${action.otherwise} in `}
			{/* why: a screen reader announces the message once, and not each second. */}
			<span role="timer" aria-live="off" className="tabular-nums">
				{seconds}
			</span>
		</>
	);
};
