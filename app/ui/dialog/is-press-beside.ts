import type { MouseEvent } from "react";

/** Checks by its box whether a press was outside a modal dialog: the backdrop belongs to the dialog. */
export const isPressBeside = (event: MouseEvent<HTMLDialogElement>): boolean => {
	if (event.target !== event.currentTarget || event.button !== 0) return false;
	const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
	const { clientX: x, clientY: y } = event;
	return x < left || x > right || y < top || y > bottom;
};
