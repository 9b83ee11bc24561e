import { ListChecks, SlidersHorizontal, Users } from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";

export interface NavigationEntry {
	path: string;
	label: string;
	icon: Icon;
	/** Any of these shows the entry and opens the route (§6). */
	calls: Guarded;
	/** Paths of screens that belong to it. */
	within?: readonly string[];
	/** Keys that go there: `g` and this one. */
	goKey?: string;
}

/** Side navigation in the specification's order (§2); an entry appears with its screen. */
const entries: readonly NavigationEntry[] = [
	{ path: "applicants", label: "Process Applicants", icon: Users, calls: may.seeApplicants, goKey: "p" },
	{
		path: "uploaded-candidates",
		label: "Uploaded Candidates",
		icon: ListChecks,
		calls: may.seeGroups,
		within: ["manage-candidates"],
	},
];

export const navigationFor = (privileges: readonly string[]): readonly NavigationEntry[] =>
	entries.filter((entry) => mayCall({ privileges }, entry.calls));

/** Returns the page after login: the first that the user may open, otherwise their own profile (§2). */
export const firstPermittedPage = (privileges: readonly string[], orgName: string): string =>
	`/${orgName}/${navigationFor(privileges)[0]?.path ?? "user-profile"}`;

export const isWithin = ({ path, within = [] }: NavigationEntry, orgName: string, pathname: string): boolean =>
	[path, ...within].some((one) => `${pathname}/`.startsWith(`/${orgName}/${one}/`));

/** 'General Configurations' in the specification's order (§2); an entry appears with its screen. */
const screens: readonly NavigationEntry[] = [
	{ path: "configurations", label: "System Settings", icon: SlidersHorizontal, calls: may.seeSettings },
];

/** Returns the settings screens that the user may open (§6). */
export const settingsScreensFor = (privileges: readonly string[]): readonly NavigationEntry[] =>
	screens.filter(({ calls }) => mayCall({ privileges }, calls));
