import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { formDesignSteps, formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import type { DesignVersion } from "#worker/services/form-designs/contract";

const isDesign = ({ organisationId }: OrgContext, id: string) =>
	and(eq(formDesigns.organisationId, organisationId), eq(formDesigns.id, id));

/** Reads a form with its published layout, the layout of its draft, and the steps of that, the newest first. */
export const findEdited = async (ctx: OrgContext, id: string) => {
	const { db, organisationId } = ctx;
	const [[design], [draft], steps] = await Promise.all([
		db
			.select({
				title: formDesigns.title,
				status: formDesigns.status,
				publishedVersion: formDesigns.version,
				draftStep: formDesigns.draftStep,
				version: formDesigns.updatedAt,
				published: formDesignVersions.layout,
			})
			.from(formDesigns)
			.leftJoin(
				formDesignVersions,
				and(
					eq(formDesignVersions.organisationId, organisationId),
					eq(formDesignVersions.formDesignId, formDesigns.id),
					eq(formDesignVersions.version, formDesigns.version),
				),
			)
			.where(isDesign(ctx, id)),
		db
			.select({ layout: formDesignSteps.layout })
			.from(formDesigns)
			.innerJoin(
				formDesignSteps,
				and(
					eq(formDesignSteps.organisationId, organisationId),
					eq(formDesignSteps.formDesignId, formDesigns.id),
					eq(formDesignSteps.step, formDesigns.draftStep),
				),
			)
			.where(isDesign(ctx, id)),
		db
			.select({
				step: formDesignSteps.step,
				what: formDesignSteps.what,
				by: formDesignSteps.actorName,
				at: formDesignSteps.createdAt,
			})
			.from(formDesignSteps)
			.where(and(eq(formDesignSteps.organisationId, organisationId), eq(formDesignSteps.formDesignId, id)))
			.orderBy(desc(formDesignSteps.step)),
	]);
	return design && { ...design, id, draft: draft?.layout ?? null, steps };
};
export type EditedDesign = NonNullable<Awaited<ReturnType<typeof findEdited>>>;

/** Reads the published versions of a form, the newest first. */
export const findVersions = ({ db, organisationId }: OrgContext, id: string): Promise<DesignVersion[]> =>
	db.all<DesignVersion>(sql`SELECT version.version AS number, version.actor_name AS "by", version.created_at AS "at",
			(SELECT count(*) FROM json_each(version.layout, '$.sections') AS section
				CROSS JOIN json_each(section.value, '$.rows') AS line CROSS JOIN json_each(line.value, '$.cols')) AS fields,
			(SELECT count(*) FROM submissions WHERE organisation_id = ${organisationId} AND form_design_id = ${id}
				AND design_version = version.version) AS submissions
		FROM form_design_versions AS version
		WHERE version.organisation_id = ${organisationId} AND version.form_design_id = ${id}
		ORDER BY version.version DESC`);

/** Reads the layout of a version, and that of the one before. */
export const findVersion = async (
	{ db, organisationId }: OrgContext,
	id: string,
	number: number,
): Promise<{ layout: FormLayout; before: FormLayout | undefined } | undefined> => {
	const rows = await db
		.select({ number: formDesignVersions.version, layout: formDesignVersions.layout })
		.from(formDesignVersions)
		.where(
			and(
				eq(formDesignVersions.organisationId, organisationId),
				eq(formDesignVersions.formDesignId, id),
				sql`${formDesignVersions.version} IN (${number}, ${number - 1})`,
			),
		);
	const found = rows.find((row) => row.number === number);
	return found && { layout: found.layout, before: rows.find((row) => row.number === number - 1)?.layout };
};
