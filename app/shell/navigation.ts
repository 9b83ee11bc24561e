import {
	BookOpen,
	ChartNoAxesColumn,
	ClipboardList,
	CreditCard,
	FilePen,
	FolderOpen,
	ListChecks,
	ScrollText,
	UserCog,
	Users,
} from "lucide-react";
import { inAlias } from "#app/format/in-alias";
import { type Guarded, may, mayCall } from "#app/session/may-call";
import type { Icon } from "#app/ui/icon";

interface Screen {
	path: string;
	label: string;
	/** Any of these shows the entry and opens the route (§6). */
	calls: Guarded;
	/** Paths of screens that belong to it. */
	within?: readonly string[];
	/** Commands that create something there, from any page: its name, its address below the institution, who may. */
	creates?: readonly (readonly [what: string, path: string, Guarded])[];
}

export interface NavigationEntry extends Screen {
	icon: Icon;
	/** Keys that go there: `g` and this one. */
	goKey?: string;
	/** The heading of the side navigation under which it stands (§2). */
	group?: string;
}

/** A screen of the settings panel. why no icon: the panel is part of every page, which its icons would make a fifth larger. */
interface SettingsScreen extends Screen {
	/** The heading of the settings panel under which it stands (§2). */
	section?: string;
}

/** Side navigation in the specification's order (§2); an entry appears with its screen. */
const entries: readonly NavigationEntry[] = [
	{ path: "dashboard", label: "Dashboard", icon: ChartNoAxesColumn, calls: may.seeDashboard, goKey: "d" },
	{
		path: "applications",
		label: "Applications",
		icon: FolderOpen,
		calls: may.seeApplications,
		goKey: "a",
		within: ["manage-applications"],
		creates: [["application", "applications/create", may.addApplications]],
	},
	{
		path: "courses",
		label: "{Courses}",
		icon: BookOpen,
		calls: may.seeCourses,
		goKey: "c",
		creates: [["{course}", "courses/new", may.addCourses]],
	},
	{
		path: "forms",
		label: "Forms",
		icon: ClipboardList,
		calls: may.seeForms,
		goKey: "f",
		creates: [["form", "forms/new", may.addForms]],
	},
	{
		path: "applicants",
		label: "Process Applicants",
		icon: Users,
		calls: may.seeApplicants,
		goKey: "p",
		within: ["process-ai", "rankings"],
	},
	{
		path: "uploaded-candidates",
		label: "Uploaded Candidates",
		icon: ListChecks,
		calls: may.seeGroups,
		within: ["manage-candidates"],
	},
	{ path: "transactions", label: "Transactions", icon: CreditCard, calls: may.seePayments, goKey: "t" },
	{
		path: "users",
		label: "Users",
		icon: UserCog,
		calls: may.seeStaff,
		goKey: "u",
		creates: [
			["user", "users/new", may.inviteStaff],
			["role", "users/roles/new", may.addRoles],
		],
	},
	{ path: "audit-log", label: "Activity Log", icon: ScrollText, calls: may.seePayments, group: "Audit Log" },
	{ path: "modification-log", label: "Modification log", icon: FilePen, calls: may.seePayments, group: "Audit Log" },
];

/** @param course the institution's word for a course */
export const navigationFor = (privileges: readonly string[], course = "course"): readonly NavigationEntry[] =>
	entries
		.filter((entry) => mayCall({ privileges }, entry.calls))
		.map((entry) => ({ ...entry, label: inAlias(entry.label, course) }));

/**
 * Returns the page after login: the first that the user may open, otherwise their own profile (§2). why applicants before
 * courses, where a user has no dashboard: nobody's day begins with the set-up.
 */
export const firstPermittedPage = (privileges: readonly string[], orgName: string): string => {
	const open = navigationFor(privileges).map(({ path }) => path);
	return `/${orgName}/${["dashboard", "applicants"].find((path) => open.includes(path)) ?? open[0] ?? "user-profile"}`;
};

export const isWithin = ({ path, within = [] }: NavigationEntry, orgName: string, pathname: string): boolean =>
	[path, ...within].some((one) => `${pathname}/`.startsWith(`/${orgName}/${one}/`));

/** 'General Configurations' and 'Payment Settings' in the specification's order (§2); an entry appears with its screen. */
const screens: readonly SettingsScreen[] = [
	{ path: "configurations", label: "System Settings", calls: may.seeSettings },
	{
		path: "admin-levels-item",
		label: "Organisation Structure",
		calls: may.seeStructure,
		creates: [["structure item", "admin-levels-item/new", may.addLevelItems]],
	},
	{
		path: "application-groupings",
		label: "Application Group",
		calls: may.seeGroupings,
		creates: [
			["application group", "application-groupings/new", may.addApplicationGroups],
			["group item", "application-groupings/items/new", may.addGroupItems],
		],
	},
	{
		path: "templates",
		label: "Templates",
		calls: may.seeTemplates,
		within: ["manage-template"],
		creates: [
			["email template", "manage-template?type=email", may.addTemplates],
			["document template", "manage-template?type=document", may.addTemplates],
			["SMS template", "manage-template?type=sms", may.addTemplates],
		],
	},
	{
		path: "discount-code",
		label: "Discount codes",
		calls: may.seeDiscountCodes,
		within: ["manage-discount-code"],
		creates: [["discount code", "discount-code/new", may.addDiscountCodes]],
	},
	{ path: "add-on", label: "Add-ons", calls: may.seeAddOns, creates: [["add-on", "add-on/new", may.addAddOns]] },
	{
		path: "notifications",
		label: "Notifications",
		calls: may.seeReminders,
		creates: [
			["reminder", "notifications/new", may.addReminders],
			["report schedule", "notifications/reports/new", may.addReportSchedules],
		],
	},
	{
		path: "workflow",
		label: "Workflow Process",
		calls: may.seeWorkflows,
		creates: [["workflow", "workflow/new", may.addWorkflows]],
	},
	{
		path: "local-payments",
		label: "Local payments",
		calls: may.seePaylog,
		section: "Payment Settings",
		creates: [["local payment configuration", "local-payments/new", may.addPaylog]],
	},
	{
		path: "international-payments",
		label: "International payments",
		calls: may.seePaylog,
		section: "Payment Settings",
		creates: [["international payment configuration", "international-payments/new", may.addPaylog]],
	},
];

/** Returns the settings screens that the user may open (§6). */
export const settingsScreensFor = (privileges: readonly string[]): readonly SettingsScreen[] =>
	screens.filter(({ calls }) => mayCall({ privileges }, calls));

interface Tool {
	id: string;
	path: string;
	label: string;
	keywords: string;
	calls?: Guarded;
	creates?: NavigationEntry["creates"];
}

/** Screens beside the daily work, which the settings panel and the palette lead to. */
const tools: readonly Tool[] = [
	{
		id: "get-ready",
		path: "get-ready",
		label: "Get ready",
		calls: may.setUp,
		keywords: "set up checklist begin start institution receive applicants",
	},
	{
		id: "process-ai",
		path: "process-ai",
		label: "Process applicants with the assistant",
		keywords: "ai criteria describe words judge find qualified",
		calls: may.seeApplicants,
	},
	{
		id: "rankings",
		path: "rankings",
		label: "Rankings",
		calls: may.seeApplicants,
		keywords: "rank score merit quota seats cut-off catchment elds propose board",
		creates: [["ranking scheme", "rankings/new", may.changeApplicants]],
	},
	{
		id: "views",
		path: "applicants/views",
		label: "Saved views",
		calls: may.seeApplicants,
		keywords: "lists filters rename pin share delete",
	},
	{
		id: "payment-views",
		path: "transactions/views",
		label: "Saved views of transactions",
		keywords: "payments lists filters rename share delete",
		calls: may.seePayments,
	},
	{
		id: "duplicates",
		path: "duplicates",
		label: "Possible duplicates",
		keywords: "same person twice merge compare",
		calls: may.seeApplicants,
	},
	{
		id: "mailings",
		path: "mailings",
		label: "Emails sent",
		calls: may.seeMailings,
		keywords: "mailings messages written delivery",
	},
	{
		id: "batches",
		path: "batches",
		label: "Bulk changes",
		calls: may.changeApplicants,
		keywords: "batches moves results undo several",
	},
	{
		id: "releases",
		path: "releases",
		label: "Releases",
		calls: may.changeApplicants,
		keywords: "decisions approve propose second person schedule",
	},
	{
		id: "privacy",
		path: "privacy",
		label: "Privacy",
		calls: may.keepPrivacy,
		keywords: "erased applicants erasure delete personal data protection retention rules",
		creates: [["retention rule", "privacy/retention/new", may.addRetentionRules]],
	},
	{ id: "reasons", path: "reasons", label: "Reasons", calls: may.seeReasons, keywords: "comments reusable why report" },
	{
		id: "api-keys",
		path: "api-keys",
		label: "API keys",
		calls: may.seeSettings,
		keywords: "integrations programs tokens scopes developers",
	},
	{
		id: "webhooks",
		path: "webhooks",
		label: "Webhooks",
		calls: may.seeSettings,
		keywords: "integrations events programs developers deliveries",
	},
	{
		id: "bank-account",
		path: "international-payments/bank-account",
		label: "Bank account",
		keywords: "payout holder number iban stripe",
		calls: may.seePaylog,
	},
	{
		id: "locations",
		path: "locations",
		label: "Locations",
		calls: may.seeLocations,
		keywords: "places campus centre posting where",
		creates: [["location", "locations/new", may.addLocations]],
	},
	{ id: "downloads", path: "downloads", label: "Downloads", keywords: "exports files reports printed forms" },
	{
		id: "failed-tasks",
		path: "tasks",
		label: "Failed tasks",
		keywords: "background work retry try again dead letters",
	},
	{ id: "outbox", path: "outbox", label: "Outbox", calls: may.seeOutbox, keywords: "emails sent development" },
];

/** Returns those that the user may open: the outbox where emails are kept, and it and releases with a role for all of the institution. */
export const toolsFor = (
	privileges: readonly string[],
	{ hasOutbox, isWhole }: { hasOutbox: boolean; isWhole: boolean },
): readonly Tool[] => {
	const isShown: Partial<Record<string, boolean>> = { outbox: hasOutbox && isWhole, releases: isWhole };
	return tools.filter(({ id, calls }) => (!calls || mayCall({ privileges }, calls)) && (isShown[id] ?? true));
};

/** Returns what the user may create from any page, with its address below the institution. */
export const creationsFor = (
	privileges: readonly string[],
	{ course, isWhole }: { course: string; isWhole: boolean },
) =>
	[...entries, ...screens, ...tools]
		.flatMap(({ creates = [] }) => creates.map(([what, path, calls]) => ({ what: inAlias(what, course), path, calls })))
		.filter(({ calls }) => mayCall({ privileges }, calls) && (isWhole || !calls.isOfWhole));
