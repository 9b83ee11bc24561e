import type { ToastAction, ToastLink } from "#app/ui/toast/toast-action";

type ToastKind = "success" | "error" | "info" | "warning";

/** A message in the corner of the page. A message with an id is shown once, however often it arrives. */
export interface ToastMessage {
	kind: ToastKind;
	message: string;
	/** The message itself when left out. */
	id?: string;
	action?: ToastAction;
	link?: ToastLink;
	/** The address of an action that is done: this message replaces the toast that offers it. */
	settles?: string;
}

/** @property until when its action can no longer be done, by this browser's clock */
type WaitingToast = ToastMessage & { until?: number };

/** Shared by everything that posts a toast's action, so that every listener gets each result. */
export const toastFetcherKey = "toast-action";

let waiting: WaitingToast[] = [];
/** why: the toast that a redirect left comes with every revalidation of the page until its cookie is gone. */
const told = new Set<string>();
let hasTold = false;
let offered: (ToastAction & { until: number }) | undefined;
const listeners = new Set<() => void>();

/** Shows a toast at once. A redirect carries its toast to the next page instead. */
export const showToast = (toast: ToastMessage): void => {
	if (toast.id && told.has(toast.id)) return;
	if (toast.id) told.add(toast.id);
	const { action, settles } = toast;
	const until = action && Date.now() + action.forMs;
	if (action && until) offered = { ...action, until };
	if (settles && offered?.to === settles) offered = undefined;
	waiting.push({ ...toast, until });
	hasTold = true;
	for (const listener of listeners) listener();
};

/** Checks whether this page has shown anything yet. The code that shows toasts is loaded then. */
export const hasToasts = (): boolean => hasTold;

/** The action that the last toast offered; `until` by this browser's clock. */
export const offeredAction = () => offered;

/** Takes the toasts that were not shown yet; they count as shown. */
export const takeToasts = (): WaitingToast[] => {
	const taken = waiting;
	waiting = [];
	return taken;
};

export const onToast = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
