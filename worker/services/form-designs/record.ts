import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { formDesigns } from "#worker/database/schema/forms";
import { isBound } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { designRecord } from "#worker/services/form-designs/contract";
import { removeDesignParts, writeFirstStep } from "#worker/services/form-designs/writes";

const [own, id] = [sql`form_designs.organisation_id`, sql`form_designs.id`];

/** why: a form is that of applicants everywhere. */
export const refuseBound = (ctx: OrgContext) => (isBound(ctx) ? fail("whole_institution_needed") : undefined);

const tiedApplications = sql<string>`(SELECT json_group_array(json_object('id', id, 'title', title)) FROM (
	SELECT used.id, used.title FROM applications AS used WHERE used.organisation_id = ${own} AND (used.form_design_id = ${id}
		OR used.id IN (SELECT offered.application_id FROM application_courses AS offered
			WHERE offered.organisation_id = ${own} AND offered.form_design_id = ${id}))
	ORDER BY used.title, used.id))`;

export const formDesign = defineRecord({
	kind: "form_design",
	endpoints: designRecord,
	table: formDesigns,
	columns: {
		title: formDesigns.title,
		active: formDesigns.active,
		status: formDesigns.status,
		publishedVersion: formDesigns.version,
		hasDraft: sql`form_designs.draft_step IS NOT NULL`,
		tiedApplications,
	},
	toRow: ({ hasDraft, tiedApplications, ...row }) =>
		({ ...row, hasDraft: hasDraft === 1, tiedApplications: JSON.parse(String(tiedApplications)) }) as never,
	toState: ({ title, active }) => ({ title, active }),
	toColumns: ({ title, active }) => ({ title, active }),
	sorts: { title: folded(formDesigns.title), created: formDesigns.createdAt },
	matching: (_, { name, active, status }) =>
		and(
			containsWords(name, formDesigns.title),
			active === undefined ? undefined : eq(formDesigns.active, active),
			status && eq(formDesigns.status, status),
		),
	nameOf: ({ title }) => title,
	check: async (ctx) => refuseBound(ctx),
	checkRemoval: (ctx) => refuseBound(ctx),
	writes: (ctx, { id }, before) => (before ? [] : writeFirstStep(ctx, id, { sections: [] })),
	removes: (ctx, id) => removeDesignParts(ctx, id),
	uses: {
		code: "form_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM applications WHERE organisation_id = ${organisationId} AND form_design_id = ${id}`,
			sql`SELECT 1 FROM application_courses WHERE organisation_id = ${organisationId} AND form_design_id = ${id}`,
			sql`SELECT 1 FROM submissions WHERE organisation_id = ${organisationId} AND form_design_id = ${id}`,
		],
	},
});

/** A new form that begins with this layout. */
export const formDesignWith = (layout: FormLayout): typeof formDesign => ({
	...formDesign,
	writes: (ctx, { id }) => writeFirstStep(ctx, String(id), layout),
});
