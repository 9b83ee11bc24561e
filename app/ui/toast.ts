import { toast } from "sonner";

type ToastKind = "success" | "error" | "info" | "warning";

/** A message for the corner of the page. The same id appears once, however often it is told. */
export interface ToastMessage {
	kind: ToastKind;
	message: string;
	/** The message itself when left out. */
	id?: string;
}

/** Shows a toast at once, for what happens without a page of its own; a redirect carries its toast to the next page. */
export const showToast = ({ id, kind, message }: ToastMessage): void => {
	toast[kind](message, { id: id ?? message, duration: kind === "error" ? 10_000 : 5_000 });
};
