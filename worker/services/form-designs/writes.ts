import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { compareLayouts } from "#worker/contract/forms/compare-layouts";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { sensitiveIdsOf } from "#worker/contract/forms/sensitive";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { isOneOf } from "#worker/database/is-one-of";
import {
	formDesignSteps,
	formDesigns,
	formDesignVersions,
	formFacts,
	sensitiveFields,
} from "#worker/database/schema/forms";
import { nextVersion } from "#worker/database/seen-version";

/** The most steps of a draft that are kept. */
export const maxSteps = 50;

export interface NewStep {
	step: number;
	layout: FormLayout;
	what: string;
}

const ofDesign = (
	{ organisationId }: OrgContext,
	table: typeof formDesignSteps | typeof formDesignVersions | typeof formFacts | typeof sensitiveFields,
	id: string,
): SQL | undefined => and(eq(table.organisationId, organisationId), eq(table.formDesignId, id));

const insertStep = ({ db, organisationId, actor, now }: OrgContext, id: string, step: NewStep): Write =>
	db
		.insert(formDesignSteps)
		.values({ ...step, organisationId, formDesignId: id, actorName: actor.name, createdAt: now() });

/** Makes a new form a draft that begins with this layout; in the batch of its creation. */
export const writeFirstStep = (ctx: OrgContext, id: string, layout: FormLayout): Write[] => {
	const { db, organisationId } = ctx;
	const isEmpty = compareLayouts({ sections: [] }, layout).length === 0;
	return [
		db
			.update(formDesigns)
			.set({ status: "draft", version: 0, draftStep: 0 })
			.where(and(eq(formDesigns.organisationId, organisationId), eq(formDesigns.id, id))),
		insertStep(ctx, id, { step: 0, layout, what: isEmpty ? "An empty form" : "The form as it was created" }),
	];
};

interface Guard {
	id: string;
	/** The version that was read: a change in between makes the statement change nothing. */
	version: number;
}

/** The guarded statement: what a form says of its draft and its published version. */
export const updateDesignRow = (
	{ db, organisationId, now }: OrgContext,
	{ id, version }: Guard,
	set: Partial<Pick<typeof formDesigns.$inferInsert, "draftStep" | "status" | "version">>,
): Write =>
	db
		.update(formDesigns)
		.set({ ...set, updatedAt: nextVersion(formDesigns.updatedAt, now()) })
		.where(
			and(eq(formDesigns.organisationId, organisationId), eq(formDesigns.id, id), eq(formDesigns.updatedAt, version)),
		);

/** Adds steps to a draft: what was undone is forgotten, and so is the oldest beyond `maxSteps`. */
export const writeSteps = (ctx: OrgContext, id: string, after: number | null, steps: readonly NewStep[]): Write[] => {
	const last = steps.at(-1)?.step ?? 0;
	return [
		removeSteps(ctx, id, after ?? -1),
		...steps.map((step) => insertStep(ctx, id, step)),
		ctx.db
			.delete(formDesignSteps)
			.where(and(ofDesign(ctx, formDesignSteps, id), lt(formDesignSteps.step, last - maxSteps))),
	];
};

/** Deletes the steps of a draft that come after one, or all. */
export const removeSteps = (ctx: OrgContext, id: string, after = -1): Write =>
	ctx.db.delete(formDesignSteps).where(and(ofDesign(ctx, formDesignSteps, id), gt(formDesignSteps.step, after)));

/** Adds a version. why never an update: what was submitted is read with the version that it was made with. */
export const insertVersion = (
	{ db, organisationId, actor, now }: OrgContext,
	id: string,
	{ number, layout }: { number: number; layout: FormLayout },
): Write =>
	db
		.insert(formDesignVersions)
		.values({ organisationId, formDesignId: id, version: number, layout, actorName: actor.name, createdAt: now() });

/**
 * Makes exactly these fields of the published layout sensitive, in every version. why not those that it no longer has:
 * their answers are kept, and are as sensitive as they were.
 */
export const writeSensitive = (ctx: OrgContext, id: string, layout: FormLayout): Write[] => {
	const { db, organisationId } = ctx;
	const { all, sensitive } = sensitiveIdsOf(layout);
	return [
		db.delete(sensitiveFields).where(and(ofDesign(ctx, sensitiveFields, id), isOneOf(sensitiveFields.fieldId, all))),
		insertFrom(
			db,
			sensitiveFields,
			{ organisationId, formDesignId: sql`${id}`, fieldId: sql`value` },
			sql`FROM json_each(${JSON.stringify(sensitive)})`,
		),
	];
};

/** Deletes the versions of a form that nobody answered, and its draft. */
export const removeDesignParts = (ctx: OrgContext, id: string): Write[] => [
	removeSteps(ctx, id),
	ctx.db.delete(formDesignVersions).where(ofDesign(ctx, formDesignVersions, id)),
	ctx.db.delete(formFacts).where(ofDesign(ctx, formFacts, id)),
	ctx.db.delete(sensitiveFields).where(ofDesign(ctx, sensitiveFields, id)),
];
