import { Bell } from "lucide-react";
import type { Command } from "#app/shell/commands";
import { navigationFor } from "#app/shell/navigation";
import type { Icon } from "#app/ui/icon";

interface ActionBase
	extends Pick<
		Command,
		"id" | "title" | "group" | "keywords" | "keys" | "calls" | "disabled" | "stage" | "isSearchedOnly"
	> {
	icon: Icon;
}

/** A command that is an address. */
type LinkAction = ActionBase & { to: string; form?: undefined };

/** A command that is an address or a form: the palette runs it, the search page draws it. */
export type ShellAction =
	| LinkAction
	| (ActionBase & { to?: undefined; form: { action: string; fields: Record<string, string> } });

/** Returns what makes the command that leads to an address below the institution. */
export const goToIn =
	(orgName: string) =>
	(path: string, label: string, more: Pick<ActionBase, "icon"> & Partial<ActionBase>): LinkAction => ({
		id: `go-${path}`,
		title: `Go to ${label}`,
		group: "Pages",
		to: `/${orgName}/${path}`,
		...more,
	});

interface Place {
	orgName: string;
	privileges: readonly string[];
	/** The institution's word for a course. */
	course: string;
}

/** Returns the commands of every page that have keys. why apart: the others come with the palette (`shell-actions.ts`). */
export const keyActions = ({ orgName, privileges, course }: Place): LinkAction[] => {
	const goTo = goToIn(orgName);
	return [
		...navigationFor(privileges, course).map(({ path, label, icon, goKey, calls }) =>
			goTo(path, label, { icon, calls, keys: goKey ? ["g", goKey] : undefined }),
		),
		goTo("notices", "Notifications", { id: "go-notices", icon: Bell, keywords: "bell unread", keys: ["g", "n"] }),
	];
};
