/** The open modal dialogs, topmost last. Toasts move into it: the browser makes everything outside inert. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const tell = () => {
	for (const listener of listeners) listener();
};

export const dialogOpened = (dialog: HTMLDialogElement): void => {
	if (!open.includes(dialog)) open.push(dialog);
	tell();
};

export const dialogClosed = (dialog: HTMLDialogElement): void => {
	const index = open.indexOf(dialog);
	if (index >= 0) open.splice(index, 1);
	tell();
};

export const topDialog = (): HTMLDialogElement | undefined => open.at(-1);

/** The temporary dialog (the palette, a question) that was opened before this one appeared, and must stay over it. */
export const coveringDialog = (dialog: HTMLDialogElement): HTMLDialogElement | undefined => {
	const top = topDialog();
	return top?.matches("[data-over-all]") && !top.contains(dialog) ? top : undefined;
};

export const onDialogsChange = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** Focuses what a dialog is for: its first field with an error, its first field, or what scrolls in it. */
export const focusDialog = (dialog: HTMLDialogElement): void =>
	(dialog.querySelector<HTMLElement>("[aria-invalid=true], [data-autofocus]") ?? dialog).focus();
