import { useBlocker } from "@remix-run/react";
import { useId, useRef } from "react";
import { Button } from "#app/ui/button";
import { dialogClosed, dialogOpened } from "#app/ui/open-dialogs";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

/** why: forms of the frame (logging out, another theme) take nothing away that is not lost anyway. */
const framePaths = /\/(logout|preferences)$/;

/** Asks once before the page is left with something typed: by Esc, Close, Back or a command. Only inside the portal. */
export const AskBeforeDiscard = ({ when }: { when: boolean }) => {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			when && nextLocation.pathname !== currentLocation.pathname && !framePaths.test(nextLocation.pathname),
	);
	return blocker.state === "blocked" ? <Question onKeep={blocker.reset} onDiscard={blocker.proceed} /> : null;
};

const Question = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => {
	const ref = useRef<HTMLDialogElement>(null);
	const id = useId();
	useBrowserLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		dialog.showModal();
		dialogOpened(dialog);
		return () => {
			dialogClosed(dialog);
			dialog.close();
		};
	}, []);
	return (
		<dialog
			ref={ref}
			role="alertdialog"
			data-own-keys
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-about`}
			onKeyDown={(event) => {
				event.stopPropagation();
				if (event.key !== "Escape") return;
				// why: a browser closes a dialog at the second Esc whatever its page says; here Esc always keeps.
				event.preventDefault();
				onKeep();
			}}
			onCancel={(event) => {
				event.preventDefault();
				onKeep();
			}}
			className="m-auto w-96 max-w-[calc(100vw-24px)] rounded-xl border border-line-2 bg-raised p-5 text-text shadow-float"
		>
			<h2 id={`${id}-title`} className="text-lg">
				Discard what you typed?
			</h2>
			<p id={`${id}-about`} className="mt-1 mb-4 text-text-2">
				Your comment has not been sent.
			</p>
			<div className="flex justify-end gap-2">
				<Button type="button" variant="danger" onClick={onDiscard}>
					Discard
				</Button>
				<Button type="button" variant="primary" onClick={onKeep} autoFocus>
					Keep writing
				</Button>
			</div>
		</dialog>
	);
};
