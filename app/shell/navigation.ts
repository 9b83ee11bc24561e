import {
	BellRing,
	Bookmark,
	BookOpen,
	CircleAlert,
	CreditCard,
	Download,
	FolderOpen,
	Globe,
	KeyRound,
	Layers,
	ListChecks,
	MailOpen,
	Mails,
	MapPin,
	MessageSquareText,
	Network,
	PackagePlus,
	SlidersHorizontal,
	Tags,
	TicketPercent,
	UserCheck,
	UserCog,
	Users,
	Webhook,
} from "lucide-react";
import { inAlias } from "#app/format/in-alias";
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
	/** The heading of the settings panel under which it stands (§2). */
	section?: string;
	/** Keys that go there: `g` and this one. */
	goKey?: string;
	/** Commands that create something there, from any page: its name, its address below the institution, who may. */
	creates?: readonly (readonly [what: string, path: string, Guarded])[];
}

/** Side navigation in the specification's order (§2); an entry appears with its screen. */
const entries: readonly NavigationEntry[] = [
	{
		...{ path: "applications", label: "Applications", icon: FolderOpen, calls: may.seeApplications, goKey: "a" },
		within: ["manage-applications"],
		creates: [["application", "applications/create", may.addApplications]],
	},
	{
		...{ path: "courses", label: "{Courses}", icon: BookOpen, calls: may.seeCourses },
		creates: [["{course}", "courses/new", may.addCourses]],
	},
	{ path: "applicants", label: "Process Applicants", icon: Users, calls: may.seeApplicants, goKey: "p" },
	{
		path: "uploaded-candidates",
		label: "Uploaded Candidates",
		icon: ListChecks,
		calls: may.seeGroups,
		within: ["manage-candidates"],
	},
	{ path: "transactions", label: "Transactions", icon: CreditCard, calls: may.seePayments, goKey: "t" },
	{
		...{ path: "users", label: "Users", icon: UserCog, calls: may.seeStaff },
		creates: [
			["user", "users/new", may.inviteStaff],
			["role", "users/roles/new", may.addRoles],
		],
	},
];

/** @param course the institution's word for a course */
export const navigationFor = (privileges: readonly string[], course = "course"): readonly NavigationEntry[] =>
	entries
		.filter((entry) => mayCall({ privileges }, entry.calls))
		.map((entry) => ({ ...entry, label: inAlias(entry.label, course) }));

/**
 * Returns the page after login: the first that the user may open, otherwise their own profile (§2). why applicants before
 * courses: nobody's day begins with the set-up, and there is no dashboard yet.
 */
export const firstPermittedPage = (privileges: readonly string[], orgName: string): string => {
	const open = navigationFor(privileges).map(({ path }) => path);
	return `/${orgName}/${open.find((path) => path === "applicants") ?? open[0] ?? "user-profile"}`;
};

export const isWithin = ({ path, within = [] }: NavigationEntry, orgName: string, pathname: string): boolean =>
	[path, ...within].some((one) => `${pathname}/`.startsWith(`/${orgName}/${one}/`));

/** 'General Configurations' and 'Payment Settings' in the specification's order (§2); an entry appears with its screen. */
const screens: readonly NavigationEntry[] = [
	{ path: "configurations", label: "System Settings", icon: SlidersHorizontal, calls: may.seeSettings },
	{
		...{ path: "admin-levels-item", label: "Organisation Structure", icon: Network, calls: may.seeStructure },
		creates: [["structure item", "admin-levels-item/new", may.addLevelItems]],
	},
	{
		...{ path: "application-groupings", label: "Application Group", icon: Tags, calls: may.seeGroupings },
		creates: [
			["application group", "application-groupings/new", may.addApplicationGroups],
			["group item", "application-groupings/items/new", may.addGroupItems],
		],
	},
	{
		...{ path: "discount-code", label: "Discount codes", icon: TicketPercent, calls: may.seeDiscountCodes },
		within: ["manage-discount-code"],
		creates: [["discount code", "discount-code/new", may.addDiscountCodes]],
	},
	{
		...{ path: "add-on", label: "Add-ons", icon: PackagePlus, calls: may.seeAddOns },
		creates: [["add-on", "add-on/new", may.addAddOns]],
	},
	{
		...{ path: "notifications", label: "Notifications", icon: BellRing, calls: may.seeReminders, goKey: "n" },
		creates: [
			["reminder", "notifications/new", may.addReminders],
			["report schedule", "notifications/reports/new", may.addReportSchedules],
		],
	},
	{
		...{ path: "local-payments", label: "Local payments", icon: CreditCard, calls: may.seePaylog },
		section: "Payment Settings",
		creates: [["local payment configuration", "local-payments/new", may.addPaylog]],
	},
	{
		...{ path: "international-payments", label: "International payments", icon: Globe, calls: may.seePaylog },
		section: "Payment Settings",
		creates: [["international payment configuration", "international-payments/new", may.addPaylog]],
	},
];

/** Returns the settings screens that the user may open (§6). */
export const settingsScreensFor = (privileges: readonly string[]): readonly NavigationEntry[] =>
	screens.filter(({ calls }) => mayCall({ privileges }, calls));

interface Tool {
	id: string;
	path: string;
	label: string;
	icon: Icon;
	keywords: string;
	calls?: Guarded;
	creates?: NavigationEntry["creates"];
}

/** Screens beside the daily work, which the settings panel and the palette lead to. */
const tools: readonly Tool[] = [
	{
		...{ id: "views", path: "applicants/views", label: "Saved views", icon: Bookmark, calls: may.seeApplicants },
		keywords: "lists filters rename pin share delete",
	},
	{
		...{ id: "duplicates", path: "duplicates", label: "Possible duplicates", icon: UserCheck },
		...{ keywords: "same person twice merge compare", calls: may.seeApplicants },
	},
	{
		...{ id: "mailings", path: "mailings", label: "Emails sent", icon: Mails, calls: may.seeMailings },
		keywords: "mailings messages written delivery",
	},
	{
		...{ id: "batches", path: "batches", label: "Bulk changes", icon: Layers, calls: may.changeApplicants },
		keywords: "batches moves results undo several",
	},
	{
		...{ id: "reasons", path: "reasons", label: "Reasons", icon: MessageSquareText, calls: may.seeReasons },
		keywords: "comments reusable why report",
	},
	{
		...{ id: "api-keys", path: "api-keys", label: "API keys", icon: KeyRound, calls: may.seeSettings },
		keywords: "integrations programs tokens scopes developers",
	},
	{
		...{ id: "webhooks", path: "webhooks", label: "Webhooks", icon: Webhook, calls: may.seeSettings },
		keywords: "integrations events programs developers deliveries",
	},
	{
		...{ id: "locations", path: "locations", label: "Locations", icon: MapPin, calls: may.seeLocations },
		keywords: "places campus centre posting where",
		creates: [["location", "locations/new", may.addLocations]],
	},
	{
		...{ id: "downloads", path: "downloads", label: "Downloads", icon: Download },
		keywords: "exports files reports printed forms",
	},
	{
		...{ id: "failed-tasks", path: "tasks", label: "Failed tasks", icon: CircleAlert },
		keywords: "background work retry try again dead letters",
	},
	{
		...{ id: "outbox", path: "outbox", label: "Outbox", icon: MailOpen, calls: may.seeOutbox },
		keywords: "emails sent development",
	},
];

/** Returns those that the user may open; the outbox only where emails are kept instead of sent. */
export const toolsFor = (privileges: readonly string[], hasOutbox: boolean): readonly Tool[] =>
	tools.filter(({ id, calls }) => (!calls || mayCall({ privileges }, calls)) && (hasOutbox || id !== "outbox"));

/** Returns what the user may create from any page, with its address below the institution. */
export const creationsFor = (privileges: readonly string[], course: string) =>
	[...entries, ...screens, ...tools]
		.flatMap(({ creates = [], icon }) =>
			creates.map(([what, path, calls]) => ({ what: inAlias(what, course), path, calls, icon })),
		)
		.filter(({ calls }) => mayCall({ privileges }, calls));
