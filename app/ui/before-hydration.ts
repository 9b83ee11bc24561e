/** What React calls a press; any of them makes it take over the whole page at once. */
const presses = ["pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click", "input", "change"];

const keepFromReact = (event: Event): void => {
	if (event.target instanceof Element && event.target.closest("[data-ticks-early] input[type='checkbox']"))
		event.stopPropagation();
};

/**
 * Until the scripts have taken over, a tick is the browser's alone; whoever calls `hearTicks` reads what was ticked.
 * why: the reader would wait for React to take over the whole page before they saw their tick.
 */
export const leaveTicksToTheBrowser = (): void => {
	for (const press of presses) window.addEventListener(press, keepFromReact, true);
};

export const hearTicks = (): void => {
	for (const press of presses) window.removeEventListener(press, keepFromReact, true);
};
