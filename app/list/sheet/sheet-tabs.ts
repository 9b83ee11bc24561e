import type { Applicant, Changes } from "#worker/services/applicants/contract";

export interface SheetTab {
	label: string;
	/** Below the applicant's address; '' is the sheet itself. */
	path: string;
	/** Left out: shown for everybody. */
	isFor?: (applicant: Applicant) => boolean;
	/** Which changes are marked on it. */
	changes?: Exclude<keyof Changes, "since">;
}

/** The sheet's tabs in their order (§2 Applicant side sheet). */
const tabs: readonly SheetTab[] = [
	{ label: "Application Information", path: "", changes: "information" },
	{ label: "Referee", path: "/referees", isFor: ({ referees }) => referees.length > 0, changes: "referees" },
	{ label: "Attachments", path: "/attachments", isFor: ({ hasAttachments }) => hasAttachments, changes: "attachments" },
	{ label: "Offer Letter", path: "/letter", isFor: ({ letter }) => letter !== null, changes: "letter" },
	{ label: "Email", path: "/emails" },
	{ label: "Activity Log", path: "/activity-log", changes: "log" },
	{ label: "Transactions", path: "/transactions", changes: "transactions" },
];

/** Those that have something to show for this applicant. */
export const tabsOf = (applicant: Applicant): readonly SheetTab[] =>
	tabs.filter(({ isFor }) => isFor?.(applicant) ?? true);

/** Which of them an address shows: the sheet itself under a dialog, too. @returns its index, -1 when it is not among them */
export const currentTab = (shown: readonly SheetTab[], here: string, pathname: string): number => {
	const isOpen = ({ path }: SheetTab) => path !== "" && pathname.startsWith(here + path);
	const open = tabs.find(isOpen)?.path ?? "";
	return shown.findIndex(({ path }) => path === open);
};

/** A dialog's query text that says over which tab it was opened. @param path the tab's; '' is where it goes anyway */
export const openedFrom = (search: string, path: string): string => {
	const params = new URLSearchParams(search);
	if (path !== "") params.set("from", path.slice(1));
	return params.size > 0 ? `?${params}` : "";
};

/** The path of the tab that a dialog goes back to; '' unless its address names another. */
export const tabOfOrigin = (params: URLSearchParams): string => {
	const path = `/${params.get("from") ?? ""}`;
	return tabs.some((tab) => tab.path === path) ? path : "";
};
