import { focusDialog, topDialog } from "#app/ui/dialog/open-dialogs";

const focusable =
	"a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, [tabindex='0']";
const lists = "ul, ol, tbody";

interface Ancestor {
	element: Element;
	/** The focused entry's place in this list; undefined for an element that is no list. */
	entryAt?: number;
}

/** Where the focus was. why all ancestors: an element that is removed knows them no more. */
interface Place {
	focused: HTMLElement;
	ancestors: readonly Ancestor[];
	/** The place of the focused control among those of its entry. */
	controlAt: number;
}

const controlsIn = (entry: Element): HTMLElement[] => [...entry.querySelectorAll<HTMLElement>(focusable)];

const placeOf = (focused: HTMLElement): Place => {
	const ancestors: Ancestor[] = [];
	let controlAt = 0;
	let below: Element = focused;
	for (let element = focused.parentElement; element; element = element.parentElement) {
		const isList = element.matches(lists);
		if (isList && !ancestors.some(({ entryAt }) => entryAt !== undefined))
			controlAt = controlsIn(below).indexOf(focused);
		ancestors.push({ element, ...(isList && { entryAt: [...element.children].indexOf(below) }) });
		below = element;
	}
	return { focused, ancestors, controlAt };
};

/** Returns the control that takes the place of the one that was removed: in the entry that moved up, or the last. */
const successorOf = ({ focused, ancestors, controlAt }: Place): HTMLElement | undefined => {
	const nearest = ancestors.find(({ element }) => element.isConnected);
	if (nearest?.entryAt === undefined) return undefined;
	const { children } = nearest.element;
	const entry = children[Math.min(nearest.entryAt, children.length - 1)];
	const controls = entry ? controlsIn(entry) : [];
	// why: a second press of Enter must not delete the next entry too.
	const isButton = focused.matches("button");
	return (isButton ? controls.find((control) => control.matches("a")) : controls[controlAt]) ?? controls[0];
};

/** Focuses what is shown: the topmost dialog, or the page's heading, from which Tab leads into the page. */
export const focusPage = (): void => {
	const dialog = topDialog();
	if (dialog) {
		focusDialog(dialog);
		return;
	}
	const home = document.querySelector<HTMLElement>("h1") ?? document.querySelector("main");
	if (!home) return;
	if (!home.hasAttribute("tabindex")) home.tabIndex = -1;
	home.focus({ preventScroll: true });
};

export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** Keeps the focus in the page: when the focused element is removed or disabled, its place or the page takes it. */
export const keepFocus = (): (() => void) => {
	// why: this code comes after the page, in which something may have the focus already.
	const { activeElement } = document;
	let place = activeElement instanceof HTMLElement && !isFocusLost() ? placeOf(activeElement) : undefined;
	const onFocusIn = ({ target }: FocusEvent) => {
		if (target instanceof HTMLElement && target !== document.body) place = placeOf(target);
	};
	const onFocusOut = ({ target }: FocusEvent) =>
		// why later: a browser also says so while it removes the element.
		queueMicrotask(() => {
			const isLeft = target instanceof HTMLElement && target.isConnected && !target.matches(":disabled");
			if (isLeft && place?.focused === target && isFocusLost()) place = undefined;
		});
	const observer = new MutationObserver(() => {
		if (!place || !isFocusLost()) return;
		const { focused } = place;
		if (focused.isConnected) {
			if (!focused.matches(":disabled")) focused.focus({ preventScroll: true });
			return;
		}
		const successor = successorOf(place);
		place = undefined;
		if (successor) successor.focus();
		else focusPage();
	});
	// why capture: parts of the page may keep these events to themselves.
	window.addEventListener("focusin", onFocusIn, true);
	window.addEventListener("focusout", onFocusOut, true);
	observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
	return () => {
		window.removeEventListener("focusin", onFocusIn, true);
		window.removeEventListener("focusout", onFocusOut, true);
		observer.disconnect();
	};
};
