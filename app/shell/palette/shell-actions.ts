import {
	Bookmark,
	Building2,
	CalendarCheck,
	ChartNoAxesColumn,
	Clock,
	FileSpreadsheet,
	FileUp,
	FolderOpen,
	Keyboard,
	ListFilter,
	ListPlus,
	ListRestart,
	LogOut,
	Mail,
	MailCheck,
	Monitor,
	Moon,
	Rows3,
	Rows4,
	Settings,
	Sun,
	TriangleAlert,
	User,
} from "lucide-react";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Preferences } from "#app/session/preferences";
import { goToIn, keyActions, type ShellAction } from "#app/shell/key-actions";
import { creationsFor, settingsScreensFor, toolsFor } from "#app/shell/navigation";
import type { ShownView } from "#app/shell/saved-views";
import type { Icon } from "#app/ui/icon";
import { dayMs } from "#worker/contract/day-ms";
import { stageTypes } from "#worker/contract/stage-types";
import { formatDateInput } from "#worker/contract/text/dates";

interface Place {
	orgName: string;
	privileges: readonly string[];
	/** Whether the user has a role for the whole institution. */
	isWhole: boolean;
	/** The institution's word for a course. */
	course: string;
	preferences: Preferences;
	hasOutbox: boolean;
	/** The user's saved views, pinned or not. */
	views: readonly Pick<ShownView, "id" | "name" | "isShared" | "search">[];
	/** The institution's zone, and now in UTC milliseconds: yesterday is a day of the institution. */
	timeZone: string;
	now: number;
	/** Where a change of theme returns to. */
	here: string;
}

const looks = [
	{ name: "theme", value: "light", title: "Use the light theme", icon: Sun, keywords: "appearance day" },
	{ name: "theme", value: "dark", title: "Use the dark theme", icon: Moon, keywords: "appearance night" },
	{ name: "theme", value: "system", title: "Use the system theme", icon: Monitor, keywords: "appearance system" },
	{ name: "density", value: "comfortable", title: "Use comfortable rows", icon: Rows3, keywords: "density spacing" },
	{ name: "density", value: "compact", title: "Use compact rows", icon: Rows4, keywords: "density spacing" },
] as const;

type ListScreen = readonly [id: string, path: string, title: string, Icon, keywords: string, Guarded];

/** What finance officers ask of the transactions, from any page. */
const paymentScreens = (yesterday: string): readonly ListScreen[] => [
	[
		...(["payments-query", "/query", "Query multiple transactions from a date…", ListRestart] as const),
		...(["requery pending payments provider again", may.queryPayments] as const),
	],
	[
		...(["payments-export", "/export", "Export transactions…", FileSpreadsheet] as const),
		...(["payments excel download finance", may.readPayments] as const),
	],
	[
		...(["payments-exceptions", "/exceptions", "Payment exceptions", TriangleAlert] as const),
		...(["odd reconcile paid twice unknown reference refund dispute transactions", may.readPayments] as const),
	],
	[
		...(["payments-pending", `?status=PENDING&startDate=${yesterday}`, "Payments pending since yesterday"] as const),
		...([Clock, "transactions unpaid waiting unclear", may.seePayments] as const),
	],
];

/** What is of the institution as a whole: hidden from users whose roles are all held at places. */
const dayScreens: readonly ListScreen[] = [
	[
		...(["payments-days", "/days", "Daily close", CalendarCheck] as const),
		...(["payments transactions settled expected reconcile day finance", may.readPayments] as const),
	],
	[
		...(["payments-settlements", "/settlements/new", "Import settlement file…", FileUp] as const),
		...(["payments transactions reconcile bank csv excel upload", may.queryPayments] as const),
	],
];

/** What the list offers for all of it, from any other page; there it has commands for what it shows. */
const listScreens: readonly ListScreen[] = [
	["list-export", "/export", "Export the list…", FileSpreadsheet, "excel csv download candidates", may.seeApplicants],
	["list-report", "/report", "Report of the application…", ChartNoAxesColumn, "counts statistics", may.seeReports],
	["list-save-view", "/views/new", "Save a list as a view…", Bookmark, "pin name share filter", may.seeApplicants],
	["list-email", "/email", "Send email to all of the list…", Mail, "message applicants", may.emailApplicants],
	["list-notify", "/notify", "Notify all at a stage again…", MailCheck, "email template resend", may.emailApplicants],
	["list-mine", "?assigned=me", "Needs you: Assigned to me", ListFilter, "work queue mine reviewer", may.seeApplicants],
	["list-waiting", "?needs=waiting", "Needs you: Waiting longest", ListFilter, "work queue", may.seeApplicants],
	["list-referee", "?needs=referee", "Needs you: Referee missing", ListFilter, "work queue", may.seeApplicants],
	["list-payment", "?needs=payment", "Needs you: Payment unclear", ListFilter, "work queue", may.seeApplicants],
	[
		"list-changed",
		"?needs=changed",
		"Needs you: Changed since you looked",
		ListFilter,
		"work queue",
		may.seeApplicants,
	],
	[
		...(["go-application", "/applications", "Choose another application…", FolderOpen] as const),
		...(["choose switch show applicants list", may.seeApplicants] as const),
	],
	["list-filters", "/filters", "Filter the list…", ListFilter, "faculty department course level", may.seeApplicants],
];

/** Returns the commands of every page: navigation, theme, another organisation, logging out. */
export const shellActions = ({ orgName, privileges, course, ...place }: Place): ShellAction[] => {
	const { isWhole, preferences, hasOutbox, views, here, timeZone, now } = place;
	const goTo = goToIn(orgName);
	return [
		...keyActions({ orgName, privileges, course }),
		...views.map(({ id, name, isShared, search }) =>
			goTo(`applicants${search}`, name, {
				id: `view-${id}`,
				title: `Open the view ${name}`,
				icon: Bookmark,
				keywords: `saved list filter applicants ${isShared ? "shared office" : "private mine"}`,
			}),
		),
		...toolsFor(privileges, { hasOutbox, isWhole }).map(({ id, path, label, keywords }) =>
			goTo(path, label, { id: `go-${id}`, icon: Settings, keywords }),
		),
		goTo("user-profile", "My Profile", { id: "go-profile", icon: User, keywords: "account preferences" }),
		...settingsScreensFor(privileges).map(({ path, label, calls }) =>
			goTo(path, label, { icon: Settings, calls, keywords: "settings configuration" }),
		),
		...listScreens
			.filter(([, , , , , calls]) => mayCall({ privileges }, calls))
			.map(([id, path, title, icon, keywords]) =>
				goTo(`applicants${path}`, title, { id, title, icon, group: "List", keywords }),
			),
		...[...paymentScreens(formatDateInput(now - dayMs, timeZone)), ...(isWhole ? dayScreens : [])]
			.filter(([, , , , , calls]) => mayCall({ privileges }, calls))
			.map(([id, path, title, icon, keywords]) =>
				goTo(`transactions${path}`, title, { id, title, icon, group: "List", keywords }),
			),
		...creationsFor(privileges, { course, isWhole }).map(({ what, path }) =>
			goTo(path, what, { id: `new-${path}`, title: `New ${what}…`, icon: ListPlus, keywords: "create add set up" }),
		),
		...(mayCall({ privileges }, may.addGroups)
			? [
					goTo("uploaded-candidates/new", "New candidate group", {
						id: "new-group",
						title: "New candidate group…",
						icon: ListPlus,
						keywords: "upload list import spreadsheet",
					}),
				]
			: []),
		...(mayCall({ privileges }, may.seeApplicants) ? Object.entries(stageTypes) : []).map(([type, { label }]) =>
			goTo(`applicants?stage=${type}`, label, {
				id: `stage-${type}`,
				title: "Applicants at",
				icon: ListFilter,
				isSearchedOnly: true,
				stage: { name: label, type },
				keywords: "stage list show",
			}),
		),
		...(["on", "off"] as const).map(
			(value): ShellAction => ({
				id: `keys-${value}`,
				title: `Switch single keys ${value}`,
				group: "Appearance",
				icon: Keyboard,
				keywords: "keyboard shortcuts letters",
				disabled: preferences.keys === value ? "In use" : undefined,
				form: { action: `/${orgName}/preferences`, fields: { keys: value, returnTo: here } },
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
			to: "/",
			keywords: "institution tenant university",
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
};
