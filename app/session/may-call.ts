import type { Endpoint } from "#worker/contract/endpoint";
import { anyOf, holdsAny } from "#worker/contract/permissions";

/** An endpoint, or what stands for some in the browser. */
export interface Guarded extends Pick<Endpoint, "access"> {
	/** Whether the endpoints that it stands for need a role for the whole institution. */
	isOfWhole?: boolean;
}

/** Checks whether a signed-in user may call these endpoints (§6). */
export const mayCall = ({ privileges }: { privileges: readonly string[] }, ...guards: readonly Guarded[]): boolean =>
	guards.every(({ access }) => typeof access === "string" || holdsAny(privileges, access));

/** Returns the privileges of a user that reach an applicant, a course or an item: a role may be held at another place. */
export const privilegesAt = (
	{ privileges }: { privileges: readonly string[] },
	{ privilegesElsewhere }: { privilegesElsewhere: readonly string[] },
): string[] => privileges.filter((privilege) => !privilegesElsewhere.includes(privilege));

/** Checks whether a signed-in user may call these endpoints for an applicant, a course or an item. */
export const mayAt = (
	user: { privileges: readonly string[] },
	subject: { privilegesElsewhere: readonly string[] },
	...guards: readonly Guarded[]
): boolean => mayCall({ privileges: privilegesAt(user, subject) }, ...guards);

/** Checks whether a signed-in user may call these endpoints for the whole institution: a role may be held at a place of it. */
export const mayEverywhere = (
	user: { privileges: readonly string[]; privilegesAtPlaces: readonly string[] },
	...guards: readonly Guarded[]
): boolean => mayAt(user, { privilegesElsewhere: user.privilegesAtPlaces }, ...guards);

/** Checks whether a user has a role for the whole institution, or at its top: money of a day is no matter of a place. */
export const isOfWholeInstitution = ({
	adminRoles,
	places,
}: {
	adminRoles: readonly { adminLevelItem: unknown }[];
	places: readonly string[] | null;
}): boolean => places === null || adminRoles.some(({ adminLevelItem }) => adminLevelItem === null);

/** The guards of commands and menus. why not the endpoints: their schemas would be sent to the browser too. */
export const may = {
	seeDashboard: { access: anyOf("statistics") },
	seeApplicants: { access: anyOf("candidate") },
	changeApplicants: { access: ["candidate:u"] },
	keepPrivacy: { access: ["candidate:d"] },
	addRetentionRules: { access: ["candidate:d"], isOfWhole: true },
	emailApplicants: { access: ["candiemail:c"] },
	seeMailings: { access: [...anyOf("candidate"), ...anyOf("candiemail")] },
	seeReports: { access: anyOf("appreport") },
	seeGroups: { access: anyOf("candigroup") },
	addGroups: { access: ["candigroup:c"] },
	takePayments: { access: ["payments:u"] },
	seePayments: { access: anyOf("payments") },
	readPayments: { access: ["payments:r"] },
	queryPayments: { access: ["payments:u"] },
	seeStructure: { access: anyOf("adminlevel", "levelitem") },
	addLevelItems: { access: ["levelitem:c"] },
	seeCourses: { access: anyOf("course") },
	addCourses: { access: ["course:c"] },
	changeCourses: { access: ["course:u"] },
	deleteCourses: { access: ["course:d"] },
	seeApplications: { access: anyOf("application") },
	addApplications: { access: ["application:c"], isOfWhole: true },
	/** §6: the page of a new application is open to users who may change one too; to create it takes more. */
	openNewApplication: { access: ["application:c", "application:u"] },
	seeLocations: { access: anyOf("organisation") },
	addLocations: { access: ["organisation:c"] },
	seeDiscountCodes: { access: anyOf("coupons") },
	addDiscountCodes: { access: ["coupons:c"] },
	seeAddOns: { access: anyOf("organisation") },
	addAddOns: { access: ["organisation:c"] },
	changeAddOns: { access: ["organisation:u"] },
	/** "reminder, email or report" (§6). */
	seeReminders: { access: anyOf("reminder", "candiemail", "appreport") },
	addReminders: { access: ["reminder:c"], isOfWhole: true },
	addReportSchedules: { access: ["appreport:c"], isOfWhole: true },
	sendReports: { access: ["appreport:c", "appreport:u"] },
	seeGroupings: { access: anyOf("appgroups", "groupitem") },
	addApplicationGroups: { access: ["appgroups:c"] },
	addGroupItems: { access: ["groupitem:c"] },
	seeStaff: { access: anyOf("users", "roles") },
	inviteStaff: { access: ["users:c"] },
	addRoles: { access: ["roles:c"] },
	seeTemplates: { access: anyOf("templates") },
	addTemplates: { access: ["templates:c"], isOfWhole: true },
	seeWorkflows: { access: anyOf("templates") },
	addWorkflows: { access: ["templates:c"], isOfWhole: true },
	seeForms: { access: anyOf("forms") },
	addForms: { access: ["forms:c"], isOfWhole: true },
	seeReasons: { access: [...anyOf("templates"), "candidate:u"] },
	seeOutbox: { access: anyOf("candiemail") },
	seePaylog: { access: anyOf("paylog") },
	addPaylog: { access: ["paylog:c"] },
	/** Getting an institution ready for applicants. */
	setUp: { access: ["organisation:u"] },
	/** §6's guard of the page; what it shows is no secret of its own. */
	seeSettings: { access: anyOf("organisation") },
} as const satisfies Record<string, Guarded>;
