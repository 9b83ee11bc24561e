import { type ReactNode, useRef, useState } from "react";
import { classNames } from "#app/ui/class-names";
import { isPressBeside } from "#app/ui/dialog/is-press-beside";
import { dialogClosed, dialogOpened, focusDialog, topDialog } from "#app/ui/dialog/open-dialogs";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

interface SurfaceDialogProps {
	label: string;
	role?: "alertdialog";
	/** Pixels; never wider than the screen. */
	width: number;
	/** Its place, and what follows from it. */
	className: string;
	/** A press outside does not close it. */
	isQuestion?: boolean;
	onClose: () => void;
	/** Esc goes one level up; closes when left out. */
	onEscape?: () => void;
	children: ReactNode;
}

/** High on the page and never taller than it: for typing or searching. */
export const highSurface =
	"mx-auto mt-[min(12dvh,112px)] mb-0 flex max-h-[min(540px,calc(100dvh-24px-min(12dvh,112px)))] max-w-[calc(100vw-24px)] animate-rise flex-col overflow-hidden rounded-xl border bg-raised p-0";

/** A temporary modal dialog over whatever is open; the page's shortcuts pause, and the focus returns afterwards. */
export const SurfaceDialog = ({ label, width, className, onClose, ...rest }: SurfaceDialogProps) => {
	const { role, isQuestion = false, onEscape = onClose, children } = rest;
	const ref = useRef<HTMLDialogElement>(null);
	// why: read while rendering, because a field inside takes the focus before the dialog is shown.
	const [before] = useState(() => document.activeElement);
	useBrowserLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		dialog.showModal();
		dialogOpened(dialog);
		dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
		return () => {
			dialogClosed(dialog);
			dialog.close();
			const top = topDialog();
			// why: a record may have arrived beneath it; then what had the focus before is out of reach.
			if (top?.contains(before) === false) focusDialog(top);
			else if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
		};
	}, [before]);
	return (
		<dialog
			ref={ref}
			role={role}
			aria-label={label}
			data-own-keys
			data-over-all
			tabIndex={-1}
			style={{ width }}
			onMouseDown={(event) => !isQuestion && isPressBeside(event) && onClose()}
			onKeyDown={(event) => {
				// why: a browser closes a dialog at the second Esc whatever its page says; here Esc goes up one
				// level.
				if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
				event.preventDefault();
				onEscape();
			}}
			onCancel={(event) => {
				event.preventDefault();
				onEscape();
			}}
			onClose={(event) => event.target === event.currentTarget && !event.currentTarget.open && onClose()}
			className={classNames("border-line-2 text-text shadow-float outline-none print:hidden", className)}
		>
			{children}
		</dialog>
	);
};
