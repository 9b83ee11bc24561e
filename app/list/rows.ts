const rowPrefix = "row-";

const links = () => [...document.querySelectorAll<HTMLElement>(`[id^="${rowPrefix}"] .row-link`)];

/** Returns the id of an applicant's row in the document. */
export const rowElementId = (applicantId: string): string => rowPrefix + applicantId;

/** Returns the applicant in whose row an element of the list is. */
export const rowIdOf = (element: Element): string | undefined =>
	element.closest(`[id^="${rowPrefix}"]`)?.id.slice(rowPrefix.length);

/** Focuses an applicant's link, which opens them. why to the row: what floats over its edge must not cover it. */
export const focusRow = (applicantId: string): void => {
	const row = document.getElementById(rowElementId(applicantId));
	row?.querySelector<HTMLElement>(".row-link")?.focus({ preventScroll: true });
	row?.scrollIntoView({ block: "nearest" });
};

/** Focuses the first row, from a field above the list. @returns false without rows */
export const focusFirstRow = (): boolean => {
	const [first] = links();
	first?.focus();
	return first !== undefined;
};

/** Opens the applicant if the list has only this one; otherwise focuses the first row. */
export const enterRows = (): void => {
	const [only, second] = links();
	if (only && !second) only.click();
	else focusFirstRow();
};
