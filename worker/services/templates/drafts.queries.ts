import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { templateDrafts } from "#worker/database/schema/workflows";
import { discarded } from "#worker/records/draft-states";
import type { TemplateType } from "#worker/services/templates/contract";

/** The template that a draft belongs to; '' for a template that is not created yet, whose draft is that of a user. */
export interface DraftKey {
	templateId: string;
	userId: string;
	type: TemplateType;
}

/** The draft of a template, which everybody shares who may change it. */
export const draftOf = (templateId: string, type: TemplateType): DraftKey => ({ templateId, userId: "", type });

/** The user's own draft of the next template of a type. */
export const draftOfNew = ({ actor }: OrgContext, type: TemplateType): DraftKey => ({
	templateId: "",
	userId: actor.id,
	type,
});

export const isDraft = ({ organisationId }: OrgContext, { templateId, userId, type }: DraftKey): SQL | undefined =>
	and(
		eq(templateDrafts.organisationId, organisationId),
		eq(templateDrafts.templateId, templateId),
		eq(templateDrafts.userId, userId),
		eq(templateDrafts.type, type),
	);

export const findDraft = async (ctx: OrgContext, key: DraftKey) => {
	const { base, steps, step, pageKey, updatedAt } = templateDrafts;
	const [found] = await ctx.db
		.select({ base, steps, step, pageKey, updatedAt })
		.from(templateDrafts)
		.where(isDraft(ctx, key));
	return found;
};
export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;
export type DraftTexts = NonNullable<DraftRow["base"]>;
/** The texts after a change, with who changed them and when. */
export type DraftStep = DraftRow["steps"][number];

/** The condition that a template has a draft. */
export const hasDraft = (organisationId: SQL, templateId: SQL): SQL<number> =>
	sql`EXISTS (SELECT 1 FROM template_drafts AS draft
		WHERE draft.organisation_id = ${organisationId} AND draft.template_id = ${templateId} AND draft.step > ${discarded})`;
