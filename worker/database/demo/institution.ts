import * as v from "valibot";
import { allPermissions, type Permission } from "#worker/contract/permissions";
import { stageRequirements } from "#worker/contract/stage-rules";
import { type KnownStageType, stageTypes } from "#worker/contract/stage-types";
import crestfield from "./data/crestfield.json";
import lagoon from "./data/lagoon.json";
import roleData from "./data/roles.json";

export const StageType = v.picklist(Object.keys(stageTypes) as KnownStageType[]);
/** Code, title, and how much in demand, from 1. */
const Course = v.tuple([v.string(), v.string(), v.number()]);
export const RoleKey = v.picklist(["super-admin", "admissions", "finance", "reviewer", "registry"]);

const ApplicationPlan = v.strictObject({
	/** The name of the application within the demo data. */
	key: v.string(),
	title: v.string(),
	workflow: v.string(),
	form: v.picklist(["undergraduate", "undergraduate-old", "postgraduate", "polytechnic"]),
	/** Its number of the 5,000 applicants that both institutions have together. */
	applicants: v.number(),
	active: v.boolean(),
	/** When registration opened and closed, in days before the demo data is made. */
	opened: v.number(),
	closed: v.number(),
	/** The session that application numbers name: 26. */
	year: v.number(),
	tags: v.array(v.string()),
	/** Which of the courses it offers, by their codes. */
	/** Courses with a form of their own, by their codes. */
	ownForms: v.optional(v.record(v.string(), v.string()), {}),
	offers: v.strictObject({ endsWith: v.string(), except: v.optional(v.array(v.string())) }),
	/** How applicants are spread over its stages, by stage type. */
	stages: v.record(StageType, v.number()),
});
export type ApplicationPlan = v.InferOutput<typeof ApplicationPlan>;

const StaffMember = v.strictObject({
	email: v.string(),
	firstName: v.string(),
	lastName: v.string(),
	/** Without it the account may do nothing. */
	role: v.optional(RoleKey),
	/** The faculty, school or department of the role. */
	place: v.optional(v.string()),
	blocked: v.optional(v.boolean()),
	/** Has an invitation, and no password yet. */
	invited: v.optional(v.boolean()),
	/** How the account is listed when the demo starts. */
	shownAs: v.optional(v.strictObject({ label: v.string(), can: v.string() })),
});

/** A made-up institution: everything about it that is not random. */
const Institution = v.strictObject({
	id: v.string(),
	name: v.string(),
	shortName: v.string(),
	/** Prefix of its words in the full-text index; three letters. */
	searchKey: v.string(),
	/** Prefix of its application numbers. */
	numberPrefix: v.string(),
	courseAlias: v.string(),
	address: v.string(),
	phone: v.string(),
	domain: v.string(),
	password: v.string(),
	/** Who signs its letters. */
	signatory: v.strictObject({ name: v.string(), title: v.string() }),
	locations: v.array(v.string()),
	levels: v.tuple([v.string(), v.string()]),
	/** Departments of a faculty (or school), each with its courses. */
	structure: v.record(v.string(), v.record(v.string(), v.array(Course))),
	groups: v.record(v.string(), v.array(v.string())),
	workflows: v.record(
		v.string(),
		v.strictObject({
			name: v.string(),
			steps: v.array(v.tuple([v.string(), StageType])),
			/** The rules of steps, by their names. */
			rules: v.optional(
				v.record(
					v.string(),
					v.strictObject({
						/** What applicants need to be moved to it. */
						requirements: v.optional(v.array(v.picklist(stageRequirements)), []),
						/** The steps that may follow it; any without them. */
						followedBy: v.optional(v.array(v.string())),
						/** The roles that may move applicants to it; any without them. */
						movedBy: v.optional(v.array(RoleKey), []),
						needsApproval: v.optional(v.boolean(), false),
					}),
				),
				{},
			),
			/** What somebody has begun to change: a step that now needs more, and one that comes after another. */
			draft: v.optional(
				v.strictObject({
					needs: v.tuple([v.string(), v.array(v.picklist(stageRequirements))]),
					adds: v.tuple([v.string(), StageType]),
					after: v.string(),
				}),
			),
		}),
	),
	applications: v.array(ApplicationPlan),
	staff: v.array(StaffMember),
});
export type Institution = v.InferOutput<typeof Institution>;

export const institutions = v.parse(v.array(Institution), [crestfield, lagoon]);

const Role = v.strictObject({
	name: v.string(),
	privileges: v.union([
		v.pipe(
			v.literal("all"),
			v.transform((): readonly Permission[] => allPermissions),
		),
		v.array(v.picklist(allPermissions)),
	]),
});
export const roles = v.parse(v.strictObject(v.entriesFromList(RoleKey.options, Role)), roleData);

/** Accounts for logging in to the demo. */
export const demoAccounts = institutions.flatMap(({ id, domain, password, staff }) =>
	staff.flatMap(({ email, shownAs }) =>
		shownAs ? [{ organisation: id, role: shownAs.label, email: `${email}@${domain}`, password, can: shownAs.can }] : [],
	),
);
