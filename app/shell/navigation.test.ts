import { expect, test } from "vitest";
import { keyActions } from "#app/shell/key-actions";
import { firstPermittedPage, navigationFor, settingsScreensFor, toolsFor } from "#app/shell/navigation";

const actions = ["c", "r", "u", "d"] as const;
const every = (...resources: readonly string[]): string[] =>
	resources.flatMap((resource) => actions.map((action) => `${resource}:${action}`));
const payments = ["payments:r", "payments:u"];

/** The side navigation in the order of §2: path, label, heading, and the privileges of which any shows it (§6). */
const side: readonly (readonly [string, string, string | undefined, readonly string[]])[] = [
	["dashboard", "Dashboard", undefined, every("statistics")],
	["applications", "Applications", undefined, every("application")],
	["courses", "Courses", undefined, every("course")],
	["forms", "Forms", undefined, every("forms")],
	["applicants", "Process Applicants", undefined, every("candidate")],
	["uploaded-candidates", "Uploaded Candidates", undefined, every("candigroup")],
	["transactions", "Transactions", undefined, payments],
	["users", "Users", undefined, every("users", "roles")],
	["audit-log", "Activity Log", "Audit Log", payments],
	["modification-log", "Modification log", "Audit Log", payments],
];

/** The settings panel, whose first heading is 'General Configurations'. */
const settings: typeof side = [
	["configurations", "System Settings", undefined, every("organisation")],
	["admin-levels-item", "Organisation Structure", undefined, every("adminlevel", "levelitem")],
	["application-groupings", "Application Group", undefined, every("appgroups", "groupitem")],
	["templates", "Templates", undefined, every("templates")],
	["discount-code", "Discount codes", undefined, every("coupons")],
	["add-on", "Add-ons", undefined, every("organisation")],
	["notifications", "Notifications", undefined, every("reminder", "candiemail", "appreport")],
	["workflow", "Workflow Process", undefined, every("templates")],
	["local-payments", "Local payments", "Payment Settings", every("paylog")],
	["international-payments", "International payments", "Payment Settings", every("paylog")],
];

const all = [...new Set([...side, ...settings].flatMap(([, , , privileges]) => privileges))];
const inSide = (privileges: readonly string[]) =>
	navigationFor(privileges).map(({ path, label, group }) => [path, label, group]);
const inSettings = (privileges: readonly string[]) =>
	settingsScreensFor(privileges).map(({ path, label, section }) => [path, label, section]);

test("everything is shown to who may do everything, in the order of the specification, below its headings", () => {
	expect(inSide(all)).toEqual(side.map(([path, label, heading]) => [path, label, heading]));
	expect(inSettings(all)).toEqual(settings.map(([path, label, heading]) => [path, label, heading]));
	expect([inSide([]), inSettings([])]).toEqual([[], []]);
});

test.each([
	...side.map(([path, , , privileges]) => ["side", path, privileges] as const),
	...settings.map(([path, , , privileges]) => ["settings", path, privileges] as const),
])("the %s navigation shows %s with any of its privileges, and hides it without", (which, path, privileges) => {
	const shownTo = (held: readonly string[]) => (which === "side" ? inSide(held) : inSettings(held)).map(([one]) => one);
	for (const privilege of privileges) expect(shownTo([privilege]), privilege).toContain(path);
	expect(shownTo(all.filter((privilege) => !privileges.includes(privilege)))).not.toContain(path);
});

test("a course is called by the institution's own word", () => {
	expect(navigationFor(["course:r"], "programme").map(({ label }) => label)).toEqual(["Programmes"]);
});

test("the page after login is the dashboard, else the applicants, else the first entry, else the profile", () => {
	expect(firstPermittedPage(all, "crest")).toBe("/crest/dashboard");
	expect(firstPermittedPage(["course:r", "candidate:r", "application:r"], "crest")).toBe("/crest/applicants");
	expect(firstPermittedPage(["users:r", "course:r"], "crest")).toBe("/crest/courses");
	expect(firstPermittedPage(["reminder:r"], "crest")).toBe("/crest/user-profile");
});

test("the mailings and the bulk changes are in the settings panel for those who may see them", () => {
	const labelsFor = (...privileges: string[]) =>
		toolsFor(privileges, { hasOutbox: false, isWhole: false })
			.map(({ label }) => label)
			.filter((label) => ["Emails sent", "Bulk changes"].includes(label));
	expect(labelsFor("candidate:u")).toEqual(["Emails sent", "Bulk changes"]);
	expect(labelsFor("candidate:r")).toEqual(["Emails sent"]);
	expect(labelsFor("candiemail:r")).toEqual(["Emails sent"]);
	expect(labelsFor("course:r")).toEqual([]);
});

test("g and a letter lead to each main screen and to the notifications", () => {
	const keys = keyActions({ orgName: "crest", privileges: all, course: "course" }).flatMap(({ keys, to }) =>
		keys ? [[keys.join(" "), to]] : [],
	);
	expect(Object.fromEntries(keys)).toEqual({
		"g d": "/crest/dashboard",
		"g a": "/crest/applications",
		"g c": "/crest/courses",
		"g f": "/crest/forms",
		"g p": "/crest/applicants",
		"g t": "/crest/transactions",
		"g u": "/crest/users",
		"g n": "/crest/notices",
	});
});
