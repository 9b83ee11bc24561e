import type { Applicant, Changes } from "#worker/services/applicants/contract";

export interface SheetTab {
	label: string;
	/** The address below the applicant's; '' is the sheet itself. */
	path: string;
	/** Left out for tabs that everybody has. */
	isFor?: (applicant: Applicant) => boolean;
	/** How much it lists; without anything there is no tab. */
	countIn?: (applicant: Applicant) => number;
	/** The kind of changes that mark the tab. */
	changes?: Exclude<keyof Changes, "since">;
}

/** The tabs of the sheet in order (§2 Applicant side sheet). */
const tabs: readonly SheetTab[] = [
	{
		label: "Application Information",
		path: "",
		isFor: ({ formId }) => formId !== null,
		changes: "information",
	},
	{ label: "Referee", path: "/referees", countIn: ({ referees }) => referees.length, changes: "referees" },
	{ label: "Attachments", path: "/attachments", countIn: (one) => one.attachmentCount, changes: "attachments" },
	{ label: "Offer Letter", path: "/letter", isFor: ({ letterCount }) => letterCount > 0, changes: "letter" },
	{ label: "Email", path: "/emails" },
	{ label: "Activity Log", path: "/activity-log", changes: "log" },
	{ label: "Transactions", path: "/transactions", changes: "transactions" },
];

export const tabsOf = (applicant: Applicant): readonly SheetTab[] =>
	tabs.filter(({ isFor, countIn }) => (isFor?.(applicant) ?? true) && countIn?.(applicant) !== 0);

/** Returns the index of the tab that an address shows, also under a dialog; -1 when it is hidden. */
export const currentTab = (shown: readonly SheetTab[], here: string, pathname: string): number => {
	const isOpen = ({ path }: SheetTab) => path !== "" && pathname.startsWith(here + path);
	const open = tabs.find(isOpen)?.path ?? "";
	return shown.findIndex(({ path }) => path === open);
};

/** Adds to a dialog's query text the tab from which it was opened. @param path '' adds nothing */
export const openedFrom = (search: string, path: string): string => {
	const params = new URLSearchParams(search);
	if (path !== "") params.set("from", path.slice(1));
	return params.size > 0 ? `?${params}` : "";
};

/** Returns the path of the tab that a dialog returns to; '' for the sheet itself. */
export const tabOfOrigin = (params: URLSearchParams): string => {
	const path = `/${params.get("from") ?? ""}`;
	return tabs.some((tab) => tab.path === path) ? path : "";
};
