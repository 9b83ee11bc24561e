import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, type RefObject, type SyntheticEvent, useRef } from "react";
import { isPressBeside } from "#app/ui/dialog/is-press-beside";
import { coveringDialog, dialogClosed, dialogOpened, focusDialog, topDialog } from "#app/ui/dialog/open-dialogs";
import { isFocusLost } from "#app/ui/focus/keep-focus";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

const promote = (dialog: HTMLDialogElement, focused = document.activeElement) => {
	if (dialog.matches(":modal")) return;
	// why: effects run from the inside out; a dialog inside another must be shown after it, to lie on top.
	const around = dialog.parentElement?.closest("dialog");
	if (around) promote(around, focused);
	const covering = coveringDialog(dialog);
	dialog.removeAttribute("open");
	dialog.showModal();
	dialogOpened(dialog);
	// why: the user of a slow line has begun to type before the scripts came.
	if (!covering && isTypedInto(focused) && dialog.contains(focused)) return focused.focus({ preventScroll: true });
	if (!covering) return focusDialog(dialog);
	// why: a record that arrives while the user types in the palette must not take the keys, they are its commands.
	dialogClosed(covering);
	covering.close();
	covering.showModal();
	dialogOpened(covering);
	if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
};

const isTypedInto = (element: Element | null): element is HTMLElement =>
	element instanceof HTMLElement && element.matches("input, select, textarea");

/** Prints a sheet as a part of the page. why: what lies over the page is cut off at the end of the first sheet of paper. */
const layFlatForPrinting = (dialog: HTMLDialogElement): (() => void) => {
	let focused: Element | null = null;
	const layFlat = () => {
		if (!dialog.matches("[data-sheet]:modal")) return;
		focused = document.activeElement;
		dialog.close();
		dialog.setAttribute("open", "");
	};
	const raise = () => {
		if (!dialog.matches("[data-sheet][open]:not(:modal)")) return;
		dialog.removeAttribute("open");
		dialog.showModal();
		if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
	};
	window.addEventListener("beforeprint", layFlat);
	window.addEventListener("afterprint", raise);
	return () => {
		window.removeEventListener("beforeprint", layFlat);
		window.removeEventListener("afterprint", raise);
	};
};

export interface ModalDialog {
	ref: RefObject<HTMLDialogElement>;
	onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => void;
	onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void;
}

/**
 * Makes a dialog that is an address modal. Esc and a press outside replace the address by `closeTo`. Then the focus
 * goes to `returnFocusTo`, a selector, or returns to where it was; after a reload to the dialog around it.
 */
export const useModalDialog = (closeTo: string, returnFocusTo?: string): ModalDialog => {
	const ref = useRef<HTMLDialogElement>(null);
	const navigate = useNavigate();
	const returnFocus = useRef(returnFocusTo);
	returnFocus.current = returnFocusTo;
	const leave = () => navigate(closeTo, { replace: true, preventScrollReset: true });

	useBrowserLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		promote(dialog);
		const stop = layFlatForPrinting(dialog);
		return () => {
			stop();
			dialogClosed(dialog);
			// why: closing before the element is removed makes the browser return the focus.
			dialog.close();
			const around = dialog.parentElement?.closest("dialog");
			const openedBy = returnFocus.current;
			// why later: the page behind it may be drawn in this same step.
			queueMicrotask(() => {
				const opener = openedBy ? document.querySelector<HTMLElement>(openedBy) : null;
				const isWithinOther = topDialog()?.contains(opener) === false;
				if (opener && !isWithinOther) opener.focus();
				else if (isFocusLost() && around?.isConnected) focusDialog(around);
			});
		};
	}, []);

	return {
		ref,
		onCancel: (event) => {
			// why: a file input inside a dialog sends `cancel` too.
			if (event.target !== event.currentTarget) return;
			event.preventDefault();
			leave();
		},
		onClose: (event) => {
			// why: a browser may close a dialog by itself; then the address follows, or the dialog is opened again.
			if (event.target !== event.currentTarget || event.currentTarget.open) return;
			promote(event.currentTarget);
			leave();
		},
		onKeyDown: (event) => {
			// why: left to the browser, a second Esc closes even a dialog that asks first.
			if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
			event.preventDefault();
			leave();
		},
		onMouseDown: (event) => {
			if (!isPressBeside(event)) return;
			event.preventDefault();
			leave();
		},
	};
};
