import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import { applicants } from "#worker/database/schema/applicants";
import { exportChoices } from "#worker/database/schema/exports";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import { andWithin } from "#worker/database/scope";
import { readSizes } from "#worker/services/applicants/counts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
} from "#worker/services/applicants/row.queries";
import { hasKeptCounts, selectSeqs } from "#worker/services/applicants/seqs.queries";
import { layoutWith } from "#worker/services/forms/queries";

/** The applicants of an export: those named, or all of a list. */
export type ExportSource = { applicationId: string; ids: readonly string[] } | { scope: CompiledFilter };

/** Reads the current forms of an application and of its courses, the application's own first. */
export const readExportLayouts = async (
	{ db, organisationId }: OrgContext,
	applicationId: string,
): Promise<FormLayout[]> => {
	const rows = await db.all<{ layout: string }>(sql`
		SELECT version.layout FROM (
			SELECT form_design_id AS id, 0 AS position FROM applications
				WHERE organisation_id = ${organisationId} AND id = ${applicationId}
			UNION SELECT form_design_id, 1 FROM application_courses
				WHERE organisation_id = ${organisationId} AND application_id = ${applicationId} AND form_design_id IS NOT NULL
		) AS used
		CROSS JOIN form_designs AS design ON design.organisation_id = ${organisationId} AND design.id = used.id
		CROSS JOIN form_design_versions AS version ON version.organisation_id = ${organisationId}
			AND version.form_design_id = design.id AND version.version = design.version
		ORDER BY used.position, design.id`);
	return rows.map(({ layout }) => JSON.parse(layout));
};

export const findExportChoice = async ({ db, organisationId, actor }: OrgContext, applicationId: string) => {
	const [found] = await db
		.select({ columns: exportChoices.columns, format: exportChoices.format })
		.from(exportChoices)
		.where(
			and(
				eq(exportChoices.organisationId, organisationId),
				eq(exportChoices.userId, actor.id),
				eq(exportChoices.applicationId, applicationId),
			),
		);
	return found;
};

/** The task finds the exact number. */
const maxCounted = 10_000;

export const countExported = async (ctx: OrgContext, source: ExportSource): Promise<number> => {
	if ("scope" in source && source.scope.isEmpty) return 0;
	if ("scope" in source && hasKeptCounts(source.scope)) {
		const sizes = await readSizes(ctx, source.scope);
		return sizes?.matched ?? 0;
	}
	const [counted] = await ctx.db.all<{ applicants: number }>(sql`
		SELECT count(*) AS applicants FROM (${selectPage(ctx, source, { limit: maxCounted })})`);
	return counted?.applicants ?? 0;
};

interface PageOfExport {
	/** The `seq` below which the page begins; without it, at the newest applicant. */
	below?: number | undefined;
	limit: number;
}

const selectPage = (ctx: OrgContext, source: ExportSource, { below, limit }: PageOfExport): SQL => {
	const { organisationId } = ctx;
	const after = below ?? Number.MAX_SAFE_INTEGER;
	// why walk: over all slices it reads each applicant of the list once and sorts nothing.
	if ("scope" in source)
		return selectSeqs({ organisationId, scope: source.scope, stretch: { after }, limit, plan: "walk" });
	return sql`SELECT applicant.seq FROM json_each(${JSON.stringify(source.ids)}) AS chosen
		CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId}
			AND applicant.id = chosen.value AND applicant.application_id = ${source.applicationId}
			${andWithin(ctx, sql`applicant.course_id`)}
		WHERE applicant.seq < ${after} ORDER BY applicant.seq DESC LIMIT ${limit}`;
};

/** Reads the next applicants with the size of their answers in bytes. */
export const nextExported = ({ db, organisationId, ...ctx }: OrgContext, source: ExportSource, page: PageOfExport) =>
	db.all<{ seq: number; bytes: number }>(sql`
		SELECT page.seq, coalesce(octet_length(submission.data), 0) AS bytes
		FROM (${selectPage({ db, organisationId, ...ctx }, source, page)}) AS page
		CROSS JOIN applicants AS applicant ON applicant.seq = page.seq
		LEFT JOIN submissions AS submission
			ON submission.organisation_id = ${organisationId} AND submission.id = applicant.submission_id
		ORDER BY page.seq DESC`);

/** Reads the rows of the file without the answers. */
export const readExported = ({ db, organisationId }: OrgContext, seqs: readonly number[]) =>
	db
		.select({ ...rowFields, reference: applicants.reference, submissionId: applicants.submissionId })
		.from(applicants)
		.leftJoin(workflowSteps, stepOfApplicant)
		.leftJoin(courses, courseOfApplicant)
		.leftJoin(locations, locationOfApplicant)
		// why the plus: the few rows are found by their key; the organisation is only checked.
		.where(
			sql`+${applicants.organisationId} = ${organisationId}
				AND ${applicants.seq} IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`,
		)
		.orderBy(desc(applicants.seq));

export type ExportedApplicant = Awaited<ReturnType<typeof readExported>>[number];

export interface ExportedAnswers
	extends Pick<typeof submissions.$inferSelect, "formDesignId" | "designVersion" | "data" | "repeats"> {
	files: FileOfForm[];
}

const isOneOf = (ids: readonly string[]) => sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Reads the answers of these submissions by id, with the names of their files. */
export const readExportedAnswers = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
): Promise<Map<string, ExportedAnswers>> => {
	const [answers, files] = await db.batch([
		db
			.select({
				id: submissions.id,
				formDesignId: submissions.formDesignId,
				designVersion: submissions.designVersion,
				data: submissions.data,
				repeats: submissions.repeats,
			})
			.from(submissions)
			.where(and(eq(submissions.organisationId, organisationId), sql`${submissions.id} ${isOneOf(ids)}`)),
		db
			.select({
				id: attachments.id,
				submissionId: attachments.submissionId,
				fieldId: attachments.fieldId,
				name: attachments.name,
				mimetype: attachments.mimetype,
				size: attachments.size,
			})
			.from(attachments)
			.where(and(eq(attachments.organisationId, organisationId), sql`${attachments.submissionId} ${isOneOf(ids)}`)),
	]);
	const byId = new Map<string, ExportedAnswers>(answers.map(({ id, ...rest }) => [id, { ...rest, files: [] }]));
	for (const { submissionId, ...file } of files) byId.get(submissionId)?.files.push(file);
	return byId;
};

export const findLayout = async (
	{ db, organisationId }: OrgContext,
	{ formDesignId, designVersion }: Pick<ExportedAnswers, "formDesignId" | "designVersion">,
): Promise<FormLayout> => {
	const [found] = await db
		.select({
			layout: formDesignVersions.layout,
			sensitive: sql<string>`(SELECT json_group_array(field_id) FROM sensitive_fields
				WHERE organisation_id = ${organisationId} AND form_design_id = ${formDesignId})`.as("sensitive"),
		})
		.from(formDesignVersions)
		.where(
			and(
				eq(formDesignVersions.organisationId, organisationId),
				eq(formDesignVersions.formDesignId, formDesignId),
				eq(formDesignVersions.version, designVersion),
			),
		);
	// why: a submission without its layout still shows every answer.
	return found ? layoutWith(found.layout, found.sensitive) : { sections: [] };
};
