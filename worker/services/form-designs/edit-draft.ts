import type { OrgContext } from "#worker/context";
import { problemsOf } from "#worker/contract/forms/check-layout";
import { compareLayouts, summariseChange } from "#worker/contract/forms/compare-layouts";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { places } from "#worker/contract/forms/places.server";
import { fail, ok } from "#worker/contract/result";
import { commit, type Write } from "#worker/database/commit";
import type { DesignDraft } from "#worker/services/form-designs/contract";
import { type EditedDesign, findEdited, findVersion } from "#worker/services/form-designs/queries";
import { formDesign, refuseBound } from "#worker/services/form-designs/record";
import {
	insertVersion,
	type NewStep,
	removeSteps,
	updateDesignRow,
	writeSensitive,
	writeSteps,
} from "#worker/services/form-designs/writes";

const nothing: FormLayout = { sections: [] };

/** The layout that is edited: that of the draft, or of the published version while there is none. */
export const layoutOf = ({ draft, published }: EditedDesign): FormLayout => draft ?? published ?? nothing;

const toDraft = (design: EditedDesign): DesignDraft => {
	const { steps, draftStep, published, title, publishedVersion, version } = design;
	const layout = layoutOf(design);
	const at = draftStep ?? -1;
	return {
		layout,
		title,
		publishedVersion,
		version,
		isStarted: draftStep !== null,
		canUndo: draftStep === null ? steps.length > 0 : steps.some(({ step }) => step === at - 1),
		canRedo: draftStep !== null && steps.some(({ step }) => step === at + 1),
		// why none without a draft: those of the one that was discarded are kept only to bring it back.
		steps: draftStep === null ? [] : steps.map((one) => ({ ...one, isUndone: one.step > at })),
		problems: problemsOf(layout, places),
		changes: published ? compareLayouts(published, layout) : [],
	};
};

export const readDraft = async (ctx: OrgContext, id: string) => {
	const found = await findEdited(ctx, id);
	return found ? ok(toDraft(found)) : fail("not_found");
};

interface Change {
	/** What becomes of the form. */
	set: Parameters<typeof updateDesignRow>[2];
	writes: readonly Write[];
	/** What is said of it in the log. */
	before: Record<string, unknown>;
	after: Record<string, unknown>;
}

/** Changes the draft of a form that is as it was read and seen, with an event; otherwise both versions are answered. */
const change = async (
	ctx: OrgContext,
	design: EditedDesign,
	seen: number | undefined,
	{ set, writes, ...said }: Change,
) => {
	const { id, title, version } = design;
	const isAsSeen = seen === undefined || seen === version;
	const committed =
		isAsSeen &&
		(await commit(ctx, {
			guarded: { write: updateDesignRow(ctx, { id, version }, set), expectedChanges: 1 },
			writes,
			event: { type: "record.updated", payload: { kind: formDesign.kind, recordId: id, name: title, ...said } },
		}));
	const current = await readDraft(ctx, id);
	if (committed || !current.ok) return current;
	return fail("changed_meanwhile", { details: { current: current.value } });
};

/** Adds a step to the draft of a form, and begins one where there is none. */
const addStep = (ctx: OrgContext, design: EditedDesign, seen: number | undefined, layout: FormLayout, what: string) => {
	const { id, draftStep, published, publishedVersion } = design;
	const begins: NewStep[] =
		draftStep === null ? [{ step: 0, layout: published ?? nothing, what: `Version ${publishedVersion}` }] : [];
	const step = { step: (draftStep ?? 0) + 1, layout, what };
	return change(ctx, design, seen, {
		set: { draftStep: step.step },
		writes: writeSteps(ctx, id, draftStep, [...begins, step]),
		before: { draft: null },
		after: { draft: what },
	});
};

interface Saved {
	layout: FormLayout;
	version?: number | undefined;
}

/** Replaces the draft of a form. */
export const saveDraft = async (ctx: OrgContext, id: string, { layout, version }: Saved) => {
	const design = await findEdited(ctx, id);
	if (!design) return fail("not_found");
	const refused = refuseBound(ctx);
	if (refused) return refused;
	const present = layoutOf(design);
	// why: a step of nothing would have to be undone.
	if (JSON.stringify(present) === JSON.stringify(layout) && (version === undefined || version === design.version))
		return ok(toDraft(design));
	return addStep(ctx, design, version, layout, summariseChange(present, layout));
};

/** Goes one step back or forth in the changes of a draft; a step back from a discarded one brings it back. */
export const stepDraft = async (ctx: OrgContext, id: string, to: "undo" | "redo", version?: number) => {
	const design = await findEdited(ctx, id);
	if (!design) return fail("not_found");
	const refused = refuseBound(ctx);
	if (refused) return refused;
	const { draftStep, steps } = design;
	const { canUndo, canRedo } = toDraft(design);
	if (!(to === "undo" ? canUndo : canRedo)) return fail("form_draft_missing");
	if (draftStep === null)
		return change(ctx, design, version, {
			set: { draftStep: steps[0]?.step ?? 0 },
			writes: [],
			before: { draft: null },
			after: { draft: "A draft" },
		});
	const target = to === "undo" ? draftStep - 1 : draftStep + 1;
	const what = steps.find(({ step }) => step === Math.max(draftStep, target))?.what ?? "";
	return change(ctx, design, version, {
		set: { draftStep: target },
		writes: [],
		before: { draft: to === "undo" ? what : null },
		after: { draft: to === "undo" ? null : what },
	});
};

/** Discards a draft, so that the published version is what is edited next, and a step back brings it back as it was. */
export const dropDraft = async (ctx: OrgContext, id: string, version?: number) => {
	const design = await findEdited(ctx, id);
	if (!design) return fail("not_found");
	const refused = refuseBound(ctx);
	if (refused) return refused;
	if (design.publishedVersion === 0) return fail("form_never_published");
	if (design.draftStep === null) return ok(toDraft(design));
	return change(ctx, design, version, {
		set: { draftStep: null },
		writes: [removeSteps(ctx, id, design.draftStep)],
		before: { draft: "A draft" },
		after: { draft: null },
	});
};

/** Makes the draft the next version, unless something prevents it. */
export const publishDraft = async (ctx: OrgContext, id: string, version?: number) => {
	const design = await findEdited(ctx, id);
	if (!design) return fail("not_found");
	const refused = refuseBound(ctx);
	if (refused) return refused;
	const { publishedVersion, published } = design;
	const layout = layoutOf(design);
	const problems = problemsOf(layout, places);
	if (problems.length > 0)
		return fail("form_not_ready", {
			fields: { layout: problems.map(({ message }) => message) },
			details: { problems },
		});
	if (published && compareLayouts(published, layout).length === 0) return fail("form_unchanged");
	const number = publishedVersion + 1;
	return change(ctx, design, version, {
		set: { draftStep: null, status: "published", version: number },
		writes: [insertVersion(ctx, id, { number, layout }), ...writeSensitive(ctx, id, layout), removeSteps(ctx, id)],
		before: { publishedVersion },
		after: { publishedVersion: number },
	});
};

/** Makes a former version the draft. */
export const restoreVersion = async (ctx: OrgContext, id: string, number: number, version?: number) => {
	const [design, former] = await Promise.all([findEdited(ctx, id), findVersion(ctx, id, number)]);
	if (!design || !former) return fail("not_found");
	return refuseBound(ctx) ?? addStep(ctx, design, version, former.layout, `Version ${number} was restored`);
};
