import {
	Bell,
	Bookmark,
	Building2,
	CircleAlert,
	Download,
	LogOut,
	MailOpen,
	MessageSquareText,
	Monitor,
	Moon,
	Rows3,
	Rows4,
	Sun,
	User,
	Users,
} from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import type { Preferences } from "#app/session/preferences";
import type { Command } from "#app/shell/commands";
import { navigationFor } from "#app/shell/navigation";
import type { ShownView } from "#app/shell/saved-views";
import { settingsScreensFor } from "#app/shell/settings-screens";
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
	/** Where a change of theme leads back to. */
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
export const shellActions = ({ orgName, privileges, preferences, hasOutbox, views, here }: Place): ShellAction[] => [
	...navigationFor(privileges).map(
		({ path, label, icon, goKey, calls }): ShellAction => ({
			id: `go-${path}`,
			title: `Go to ${label}`,
			group: "Pages",
			icon,
			calls,
			keys: goKey ? ["g", goKey] : undefined,
			to: `/${orgName}/${path}`,
		}),
	),
	...views.map(
		({ id, name, isShared, search }): ShellAction => ({
			id: `view-${id}`,
			title: `Open the view ${name}`,
			group: "Pages",
			icon: Bookmark,
			keywords: `saved list filter applicants ${isShared ? "shared office" : "private mine"}`,
			to: `/${orgName}/applicants${search}`,
		}),
	),
	...(mayCall({ privileges }, may.seeApplicants)
		? [
				{
					id: "go-views",
					title: "Go to Saved views",
					group: "Pages" as const,
					icon: Bookmark,
					keywords: "lists filters rename pin share delete",
					to: `/${orgName}/applicants/views`,
				},
				{
					id: "go-duplicates",
					title: "Go to Possible duplicates",
					group: "Pages" as const,
					icon: Users,
					keywords: "same person twice merge compare",
					to: `/${orgName}/duplicates`,
				},
			]
		: []),
	{
		id: "go-profile",
		title: "Go to My Profile",
		group: "Pages",
		icon: User,
		keywords: "account preferences",
		to: `/${orgName}/user-profile`,
	},
	{
		id: "go-notices",
		title: "Go to Notifications",
		group: "Pages",
		icon: Bell,
		keywords: "bell unread",
		keys: ["g", "n"],
		to: `/${orgName}/notices`,
	},
	{
		id: "go-failed-tasks",
		title: "Go to Failed tasks",
		group: "Pages",
		icon: CircleAlert,
		keywords: "background work retry try again dead letters",
		to: `/${orgName}/tasks`,
	},
	...(mayCall({ privileges }, may.seeReasons)
		? [
				{
					id: "go-reasons",
					title: "Go to Reasons",
					group: "Pages" as const,
					icon: MessageSquareText,
					keywords: "comments reusable why report",
					to: `/${orgName}/reasons`,
				},
			]
		: []),
	{
		id: "go-downloads",
		title: "Go to Downloads",
		group: "Pages",
		icon: Download,
		keywords: "exports files reports printed forms",
		to: `/${orgName}/downloads`,
	},
	...(hasOutbox && mayCall({ privileges }, may.seeOutbox)
		? [
				{
					id: "go-outbox",
					title: "Go to Outbox",
					group: "Pages" as const,
					icon: MailOpen,
					keywords: "mails sent development",
					to: `/${orgName}/outbox`,
				},
			]
		: []),
	...settingsScreensFor(privileges).map(
		({ path, label, icon, calls }): ShellAction => ({
			id: `go-${path}`,
			title: `Go to ${label}`,
			group: "Pages",
			icon,
			calls,
			keywords: "settings configuration",
			to: `/${orgName}/${path}`,
		}),
	),
	...looks.map(
		({ name, value, ...look }): ShellAction => ({
			...look,
			id: `${name}-${value}`,
			group: "Appearance",
			disabled: preferences[name] === value ? "In use" : undefined,
			form: { action: `/${orgName}/preferences`, fields: { [name]: value, returnTo: here } },
		}),
	),
	{
		id: "switch-organisation",
		title: "Switch organisation",
		group: "Session",
		icon: Building2,
		keywords: "institution tenant university",
		to: "/",
	},
	{
		id: "logout",
		title: "Logout",
		group: "Session",
		icon: LogOut,
		keywords: "sign out log out leave",
		form: { action: `/${orgName}/logout`, fields: {} },
	},
];
