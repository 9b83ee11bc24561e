type ToastKind = "success" | "error" | "info" | "warning";

/** A message for the corner of the page. The same id appears once, however often it is told. */
export interface ToastMessage {
	kind: ToastKind;
	message: string;
	/** The message itself when left out. */
	id?: string;
}

let waiting: ToastMessage[] = [];
/** why: the toast a redirect left comes with every reading of the page until its cookie is gone. */
const told = new Set<string>();
let hasTold = false;
const listeners = new Set<() => void>();

/** Shows a toast at once, for what happens without a page of its own; a redirect carries its toast to the next page. */
export const showToast = (toast: ToastMessage): void => {
	if (toast.id && told.has(toast.id)) return;
	if (toast.id) told.add(toast.id);
	waiting.push(toast);
	hasTold = true;
	for (const listener of listeners) listener();
};

/** Has anything been told on this page? What shows toasts is loaded then. */
export const hasToasts = (): boolean => hasTold;

/** The toasts nobody has shown yet; they count as shown. */
export const takeToasts = (): ToastMessage[] => {
	const taken = waiting;
	waiting = [];
	return taken;
};

export const onToast = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
