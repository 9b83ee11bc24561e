import { Bell, Bookmark, Building2, LogOut, Monitor, Moon, Rows3, Rows4, Sun, User } from "lucide-react";
import type { Preferences } from "#app/session/preferences";
import type { Command } from "#app/shell/commands";
import { navigationFor, settingsScreensFor, toolsFor } from "#app/shell/navigation";
import type { ShownView } from "#app/shell/saved-views";
import type { Icon } from "#app/ui/icon";

interface ActionBase extends Pick<Command, "id" | "title" | "group" | "keywords" | "keys" | "calls" | "disabled"> {
	icon: Icon;
}

/** A command that is an address or a form: the palette runs it, the search page draws it. */
export type ShellAction = ActionBase &
	({ to: string; form?: undefined } | { to?: undefined; form: { action: string; fields: Record<string, string> } });

interface Place {
	orgName: string;
	privileges: readonly string[];
	preferences: Preferences;
	hasOutbox: boolean;
	/** The user's saved views, pinned or not. */
	views: readonly Pick<ShownView, "id" | "name" | "isShared" | "search">[];
	/** Where a change of theme returns to. */
	here: string;
}

const looks = [
	{ name: "theme", value: "light", title: "Use the light theme", icon: Sun, keywords: "appearance day" },
	{ name: "theme", value: "dark", title: "Use the dark theme", icon: Moon, keywords: "appearance night" },
	{ name: "theme", value: "system", title: "Use the device's theme", icon: Monitor, keywords: "appearance system" },
	{ name: "density", value: "comfortable", title: "Use comfortable rows", icon: Rows3, keywords: "density spacing" },
	{ name: "density", value: "compact", title: "Use compact rows", icon: Rows4, keywords: "density spacing" },
] as const;

/** Returns the commands of every page: navigation, theme, another organisation, logging out. */
export const shellActions = ({ orgName, privileges, preferences, hasOutbox, views, here }: Place): ShellAction[] => {
	const goTo = (path: string, label: string, more: Pick<ShellAction, "icon"> & Partial<ActionBase>): ShellAction => ({
		...{ id: `go-${path}`, title: `Go to ${label}`, group: "Pages", to: `/${orgName}/${path}`, ...more },
	});
	return [
		...navigationFor(privileges).map(({ path, label, icon, goKey, calls }) =>
			goTo(path, label, { icon, calls, keys: goKey ? ["g", goKey] : undefined }),
		),
		...views.map(({ id, name, isShared, search }) =>
			goTo(`applicants${search}`, name, {
				...{ id: `view-${id}`, title: `Open the view ${name}`, icon: Bookmark },
				keywords: `saved list filter applicants ${isShared ? "shared office" : "private mine"}`,
			}),
		),
		...toolsFor(privileges, hasOutbox).map(({ id, path, label, icon, keywords }) =>
			goTo(path, label, { id: `go-${id}`, icon, keywords }),
		),
		goTo("user-profile", "My Profile", { id: "go-profile", icon: User, keywords: "account preferences" }),
		goTo("notices", "Notifications", { id: "go-notices", icon: Bell, keywords: "bell unread", keys: ["g", "n"] }),
		...settingsScreensFor(privileges).map(({ path, label, icon, calls }) =>
			goTo(path, label, { icon, calls, keywords: "settings configuration" }),
		),
		...looks.map(
			({ name, value, ...look }): ShellAction => ({
				...{ ...look, id: `${name}-${value}`, group: "Appearance" },
				disabled: preferences[name] === value ? "In use" : undefined,
				form: { action: `/${orgName}/preferences`, fields: { [name]: value, returnTo: here } },
			}),
		),
		{
			...{ id: "switch-organisation", title: "Switch organisation", group: "Session", icon: Building2, to: "/" },
			keywords: "institution tenant university",
		},
		{
			...{ id: "logout", title: "Logout", group: "Session", icon: LogOut, keywords: "sign out log out leave" },
			form: { action: `/${orgName}/logout`, fields: {} },
		},
	];
};
