import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { DesignLayout } from "#worker/contract/forms/form-design";
import { allPermissions, anyOf, type Permission } from "#worker/contract/permissions";
import type { KnownStageType } from "#worker/contract/stage-types";
import { columnsOf } from "#worker/database/driver-values";
import { oneTimeTokens, roles, userRoles, users } from "#worker/database/schema/auth";
import { formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { templates, workflowSteps, workflows } from "#worker/database/schema/workflows";
import { firstForm } from "./form";
import type { NewInstitution } from "./options";
import { firstTemplates } from "./templates";

interface FirstStage {
	name: string;
	type: KnownStageType;
	/** The key of its email and its document. */
	email?: string;
	document?: string;
}

/** The stages of the workflow that an institution begins with, in order. */
const firstStages: readonly FirstStage[] = [
	{ name: "Apply", type: "REGISTRATION" },
	{ name: "Submitted", type: "SUBMITTED" },
	{ name: "In review", type: "IN_REVIEW" },
	{ name: "Document missing", type: "FOLLOW_UP", email: "missing" },
	{ name: "Keep in view", type: "KEEP_IN_VIEW" },
	{ name: "Shortlisted", type: "SHORTLISTED", email: "shortlisted" },
	{ name: "Invited to screening", type: "INVITATION", email: "invitation" },
	{ name: "Recommended by department", type: "RECOMMENDED_ONE", email: "recommended" },
	{ name: "Recommended by faculty", type: "RECOMMENDED_TWO", email: "recommended" },
	{ name: "Recommended by the board", type: "RECOMMENDED_THREE", email: "recommended" },
	{ name: "Provisional offer", type: "CONDITIONAL_OFFER", email: "offer", document: "offer-letter" },
	{ name: "Admitted", type: "ACCEPTED", email: "admitted", document: "admission-letter" },
	{ name: "Declined", type: "DECLINED", email: "declined" },
];

/** The roles that an institution begins with (§6). */
const firstRoles: readonly { name: string; privileges: readonly Permission[] }[] = [
	{ name: "Super administrator", privileges: allPermissions },
	{
		name: "Admissions officer",
		privileges: [
			...anyOf("candigroup"),
			...(["candidate:c", "candidate:r", "candidate:u", "candiemail:c", "candiemail:r"] as const),
			...(["appreport:c", "appreport:r", "application:r", "course:r", "forms:r", "templates:r"] as const),
			...(["adminlevel:r", "levelitem:r", "appgroups:r", "groupitem:r", "reminder:r", "statistics:r"] as const),
		],
	},
	{
		name: "Finance officer",
		privileges: [...anyOf("payments", "paylog", "coupons"), "application:r", "course:r", "statistics:r"],
	},
	{ name: "Reviewer", privileges: ["candidate:r", "candidate:u", "application:r", "course:r"] },
];

interface BuiltWith {
	now: number;
	newId: () => string;
	searchKey: string;
	/** The administrator's link: what is stored of its token, and until when it works. */
	link: { tokenHash: string; expiresAt: number };
}

/** Initials of the name's words: University of Crestfield is UC. */
const initialsOf = (name: string): string =>
	name
		.split(" ")
		.filter((word) => /^\p{Lu}/u.test(word))
		.map((word) => [...word][0])
		.join("")
		.slice(0, 20) || name.slice(0, 20);

/**
 * Returns the statements that make an institution with everything it needs to begin, and the id of its administrator,
 * who has no password yet. why whole statements: they go into a file that runs in any database, here or at Cloudflare.
 */
export const buildInstitution = (wanted: NewInstitution, { now, newId, searchKey, link }: BuiltWith) => {
	const { id: organisationId, name, admin, adminName, timeZone, courseAlias } = wanted;
	const own = { organisationId };
	const [firstName = adminName, ...lastNames] = adminName.split(" ");
	const administrator = { ...own, id: newId(), email: admin, firstName, lastName: lastNames.join(" "), createdAt: now };
	const roleRows = firstRoles.map(({ name, privileges }) => ({
		...own,
		id: newId(),
		name,
		privileges: [...privileges].sort(),
		createdAt: now,
		updatedAt: now,
	}));
	const templateRows = Object.entries(firstTemplates).map(([key, template]) => ({
		key,
		row: { ...own, id: newId(), ...template, createdAt: now, updatedAt: now },
	}));
	const templateIdOf = (key: string | undefined) => templateRows.find((one) => one.key === key)?.row.id ?? null;
	const workflow = { ...own, id: newId(), name: "Admission", createdAt: now };
	const form = { ...own, id: newId(), title: "Application form", createdAt: now };
	const statements = [
		...insertsOf(organisations, [
			{
				id: organisationId,
				name,
				shortName: wanted.shortName ?? initialsOf(name),
				searchKey,
				portalTitle: `${name}: admissions`,
				welcomeMessage: `For staff of ${name}.`,
				email: admin,
				address: wanted.address,
				phone: wanted.phone,
				timeZone,
				courseAlias,
				createdAt: now,
			},
		]),
		...insertsOf(roles, roleRows),
		...insertsOf(users, [administrator]),
		...insertsOf(userRoles, [{ ...own, userId: administrator.id, roleId: roleRows[0]?.id ?? "" }]),
		...insertsOf(oneTimeTokens, [{ ...own, ...link, userId: administrator.id, purpose: "confirm", createdAt: now }]),
		...insertsOf(
			templates,
			templateRows.map(({ row }) => row),
		),
		...insertsOf(workflows, [workflow]),
		...insertsOf(
			workflowSteps,
			firstStages.map(({ name, type, email, document }, position) => ({
				...own,
				id: newId(),
				workflowId: workflow.id,
				name,
				type,
				position,
				emailTemplateId: templateIdOf(email),
				pdfTemplateId: templateIdOf(document),
			})),
		),
		...insertsOf(formDesigns, [form]),
		...insertsOf(formDesignVersions, [
			{ ...own, formDesignId: form.id, version: 1, layout: v.parse(DesignLayout, firstForm), createdAt: now },
		]),
	];
	return { statements, administratorId: administrator.id };
};

const insertsOf = <Table extends SQLiteTable>(table: Table, rows: readonly Table["$inferInsert"][]): string[] => {
	const { names, valuesOf } = columnsOf(table);
	return rows.map(
		(row) => `INSERT INTO "${getTableName(table)}" (${names}) VALUES (${valuesOf(row).map(literal).join(", ")});`,
	);
};

/** Writes a value as SQLite reads it. */
const literal = (value: unknown): string => {
	if (value === null) return "NULL";
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	// why: SQLite ends its text there, and a file would be cut.
	if (typeof value !== "string" || value.includes("\0")) throw new Error("A value cannot be written as SQL.");
	return `'${value.replaceAll("'", "''")}'`;
};
