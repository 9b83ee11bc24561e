/** The events that React counts as a press; each makes it hydrate the whole page at once. */
const presses = ["pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click", "input", "change"];

const keepFromReact = (event: Event): void => {
	if (event.target instanceof Element && event.target.closest("[data-ticks-early] input[type='checkbox']"))
		event.stopPropagation();
};

/** Keeps ticks of checkboxes until hydration. why: otherwise they appear only when the page has hydrated. */
export const leaveTicksToTheBrowser = (): void => {
	for (const press of presses) window.addEventListener(press, keepFromReact, true);
};

export const hearTicks = (): void => {
	for (const press of presses) window.removeEventListener(press, keepFromReact, true);
};
