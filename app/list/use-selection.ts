import { useNavigation } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { maxSelected } from "#app/list/list-address";
import { recallSelection, rememberSelection, type SelectionPlace } from "#app/list/remember-selection";
import { createSelection, hasChangedSelection, type Selection } from "#app/list/selection";
import { createStore, useStore } from "#app/ui/store";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

/** The events that React counts as a press; each makes it hydrate the whole page at once. */
const presses = ["pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click", "input", "change"];

const keepFromReact = (event: Event): void => {
	if (event.target instanceof Element && event.target.closest("[data-ticks-early] input[type='checkbox']"))
		event.stopPropagation();
};

/** Keeps ticks of checkboxes until hydration. why: otherwise they appear only when the page has hydrated. */
const leaveTicksToTheBrowser = (): void => {
	for (const press of presses) window.addEventListener(press, keepFromReact, true);
};

const hearTicks = (): void => {
	for (const press of presses) window.removeEventListener(press, keepFromReact, true);
};

// why here: a page's modules run before React hydrates it.
if (typeof window !== "undefined") leaveTicksToTheBrowser();

const nobody = createStore<ReadonlySet<string>>(new Set());

/** The list's checkboxes in the browser: the user may have ticked one before hydration. */
const boxes = () => document.querySelectorAll<HTMLInputElement>("#selection input[name='id'][type='checkbox']");

const adoptTicks = (selection: Selection) => {
	for (const { value, checked } of boxes())
		if (checked !== selection.initial.has(value) && checked !== selection.get().has(value)) selection.toggle(value);
};

/** Returns the selected rows: those in the address, or those stored before a reload, and those ticked since. */
export const useSelection = (chosen: readonly string[], place: SelectionPlace): Selection => {
	const [selection] = useState(() => createSelection(chosen));
	const { orgName, userId, applicationId } = place;
	// why a layout effect: it runs before the effects of dialogs, which may deselect some rows.
	useBrowserLayoutEffect(() => {
		const here = { orgName, userId, applicationId };
		const keep = () => rememberSelection(here, selection.get());
		if (selection.get().size === 0) selection.replace(recallSelection(here));
		adoptTicks(selection);
		hearTicks();
		keep();
		return selection.subscribe(keep);
	}, [selection, orgName, userId, applicationId]);
	return selection;
};

/** Returns how many rows are selected, among the given ones or in all. */
export const useSelectedCount = (selection: Selection, among?: readonly string[]): number =>
	useStore(selection, (ids) => (among ? among.filter((id) => ids.has(id)).length : ids.size));

export const useIsSelected = (selection: Selection | undefined, id: string): boolean =>
	useStore(selection ?? nobody, (ids) => ids.has(id));

/** Clears the selection when a dialog has changed it. */
export const useClearAfterChange = (base: string, { clear }: Selection): void => {
	const { state, formAction, location } = useNavigation();
	const isDone =
		state === "loading" && formAction !== undefined && hasChangedSelection(base, formAction, location.pathname);
	useEffect(() => {
		if (isDone) clear();
	}, [isDone, clear]);
};

const none: readonly string[] = [];
let hasHydrated = false;

/** Returns the selected applicants that links and forms repeat: those of the address, until scripts run. */
export const useCarried = (chosen: readonly string[]): readonly string[] => {
	const [isKept, setKept] = useState(hasHydrated);
	// why: an address without a selection is not drawn again on hydration.
	const isCarried = chosen.length > 0 && !isKept;
	useEffect(() => {
		hasHydrated = true;
		// why a transition: any other update would make React redraw what is still being hydrated.
		if (isCarried) startTransition(() => setKept(true));
	}, [isCarried]);
	return isCarried ? chosen.slice(0, maxSelected) : none;
};
