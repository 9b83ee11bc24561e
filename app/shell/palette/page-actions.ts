import { ScanSearch } from "lucide-react";
import type { Command } from "#app/shell/commands";

const controls =
	"a[href], button:not(:disabled), summary, select:not(:disabled), textarea:not(:disabled), input:not([type=hidden], :disabled)";

const leftOut = "[data-sonner-toaster], [aria-hidden=true]";
/**
 * The controls of a row that name what they are for: "Download Applicants.csv". why no others: a row is an applicant or
 * a file, which is searched by its name, and fifty links called "Open" say nothing.
 */
const ofRow = "a[aria-label], button[aria-label]:not([aria-haspopup])";

const maxTitleLength = 80;

const labelOf = (control: HTMLElement): string => {
	const labelled = "labels" in control && control.labels instanceof NodeList ? control.labels[0] : undefined;
	// why with spaces: a tab's name and its count are elements side by side.
	const words = [...(labelled ?? control).childNodes].map(({ textContent }) => textContent);
	const text = control.getAttribute("aria-label") ?? words.join(" ");
	return text.replaceAll(/\s+/g, " ").trim();
};

const isField = (control: HTMLElement): boolean =>
	control.matches("select, textarea, input:not([type=submit], [type=button], [type=checkbox], [type=radio])");

const press = (control: HTMLElement): void => {
	control.focus();
	if (!isField(control)) control.click();
};

/** Returns the shown controls within an element by their names, the first of each. */
const controlsIn = (within: Element): Map<string, HTMLElement> => {
	const found = new Map<string, HTMLElement>();
	for (const control of within.querySelectorAll<HTMLElement>(controls)) {
		if (control.closest("tbody") && !control.matches(ofRow)) continue;
		const title = labelOf(control);
		const isShown = title !== "" && title.length <= maxTitleLength && !control.closest(leftOut);
		if (isShown && !found.has(title) && control.checkVisibility()) found.set(title, control);
	}
	return found;
};

/**
 * Returns a command for each button, link and field within an element. why from the page: so that no screen can forget
 * one of what the mouse can do there.
 */
export const pageActions = (within: Element): Command[] =>
	[...controlsIn(within)].map(([title, control]) => ({
		id: `page:${title}`,
		title,
		group: "This page",
		icon: ScanSearch,
		isSearchedOnly: true,
		// why: a page that is drawn anew has another control of that name; a link that is no longer there loads its page whole.
		run: () => press(control.isConnected ? control : (controlsIn(within).get(title) ?? control)),
	}));
