import type { OrgContext } from "#worker/context";
import { holdsAny, type Permission } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { discarded } from "#worker/records/draft-states";
import { cleanContent } from "#worker/services/templates/clean-template";
import { createTemplate, templateTypes, updateTemplate } from "#worker/services/templates/contract";
import { addStep, changedParts, isSameText } from "#worker/services/templates/draft-steps";
import { idOfNew, type TemplateDraft } from "#worker/services/templates/drafts.contract";
import {
	type DraftKey,
	type DraftRow,
	type DraftStep,
	type DraftTexts,
	draftOf,
	draftOfNew,
	findDraft,
} from "#worker/services/templates/drafts.queries";
import { keepDraft } from "#worker/services/templates/drafts.writes";
import { findTemplate } from "#worker/services/templates/queries";
import { refuseBound } from "#worker/services/templates/record";

interface Opened {
	key: DraftKey;
	/** The draft, or the one that was discarded last; undefined for neither. */
	row: DraftRow | undefined;
	/** Undefined for a template that is not created yet. */
	template: Awaited<ReturnType<typeof findTemplate>>;
}

/** Reads the draft that an id names, with its template. */
const openDraft = async (ctx: OrgContext, id: string) => {
	const type = templateTypes.find((one) => idOfNew(one) === id);
	const template = type ? undefined : await findTemplate(ctx, id);
	const key = type ? draftOfNew(ctx, type) : template && draftOf(id, template.type);
	if (!key) return fail("not_found");
	const needed: readonly Permission[] = (type ? createTemplate : updateTemplate).access;
	if (!holdsAny(ctx.actor.privileges, needed)) return fail("forbidden");
	return ok<Opened>({ key, template, row: await findDraft(ctx, key) });
};

/** Reads the draft that an id names, to be changed. */
const openToChange = async (ctx: OrgContext, id: string) => {
	const opened = await openDraft(ctx, id);
	if (!opened.ok) return opened;
	if (opened.value.template?.origin === "system") return fail("template_of_system");
	return refuseBound(ctx) ?? opened;
};

/** The version of what is edited where nothing was created yet. */
const firstVersion = 1;

const publishedTexts = ({ template }: Opened): DraftTexts => ({
	name: template?.name ?? "",
	subject: template?.subject ?? "",
	content: template?.content ?? "",
});

/** Returns the draft unless it was discarded. */
const startedRow = ({ row }: Opened): DraftRow | undefined => (row && row.step > discarded ? row : undefined);

/** The version of what is edited: where there is no draft, that of the template or of what was discarded, whichever is later. */
const versionOf = (opened: Opened): number =>
	startedRow(opened)?.updatedAt ??
	Math.max(opened.row?.updatedAt ?? firstVersion, opened.template?.updatedAt ?? firstVersion);

const toDraft = (opened: Opened): TemplateDraft => {
	const row = startedRow(opened);
	const published = publishedTexts(opened);
	const current = row?.steps[row.step];
	const before = row?.steps[row.step - 1];
	const { name, subject, content } = current ?? published;
	return {
		name,
		subject,
		content,
		isStarted: row !== undefined,
		canUndo: before !== undefined || (opened.row !== undefined && row === undefined),
		canRedo: row?.steps[row.step + 1] !== undefined,
		changed: before && current ? changedParts(before, current) : [],
		by: current?.by ?? null,
		at: row?.updatedAt ?? null,
		isBehind: row !== undefined && row.base !== null && !isSameText(row.base, published),
		version: versionOf(opened),
	};
};

export const readDraft = async (ctx: OrgContext, id: string) => {
	const opened = await openDraft(ctx, id);
	return opened.ok ? ok(toDraft(opened.value)) : opened;
};

/** Refuses a change of a draft that somebody else has changed, with what it is now. */
const refuseStale = async (ctx: OrgContext, id: string) => {
	const current = await readDraft(ctx, id);
	return current.ok ? fail("changed_meanwhile", { details: { current: current.value } }) : current;
};

interface Kept {
	base: DraftTexts | null;
	steps: DraftStep[];
	step: number;
	pageKey: string | null;
}

/** Keeps the steps of a draft that is as it was read. */
const keep = async (ctx: OrgContext, id: string, opened: Opened, kept: Kept) => {
	const { key, row } = opened;
	const isKept = await keepDraft(ctx, key, row, { ...kept, version: versionOf(opened) });
	return isKept ? readDraft(ctx, id) : refuseStale(ctx, id);
};

interface Typed extends DraftTexts {
	version?: number | undefined;
	pageKey?: string | null | undefined;
}

/** Keeps texts as they are typed. */
export const saveDraft = async (ctx: OrgContext, id: string, { version, pageKey = null, ...typed }: Typed) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const { key, template } = opened.value;
	const row = startedRow(opened.value);
	const present = toDraft(opened.value);
	const subject = key.type === "email" ? typed.subject : "";
	const texts = { name: typed.name, subject, content: await cleanContent(key.type, typed.content) };
	// why whatever was seen: nothing is lost by it, and a step of nothing would have to be undone.
	if (isSameText(texts, present)) return ok(present);
	const isOwn = row !== undefined && row.pageKey !== null && row.pageKey === pageKey;
	if (version !== undefined && version !== present.version && !isOwn) return refuseStale(ctx, id);
	const at = ctx.now();
	const done = row?.steps.slice(0, row.step + 1) ?? [{ ...publishedTexts(opened.value), by: null, at }];
	const steps = addStep(done, { ...texts, by: ctx.actor.name, at }, { isOfSamePage: isOwn });
	const base = row ? row.base : template ? publishedTexts(opened.value) : null;
	return keep(ctx, id, opened.value, { base, steps, step: steps.length - 1, pageKey });
};

/** Goes one step back or forth in the changes of a draft; a step back from a discarded one brings it back. */
export const stepDraft = async (ctx: OrgContext, id: string, to: "undo" | "redo", version?: number) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const { row } = opened.value;
	const draft = toDraft(opened.value);
	if (version !== undefined && version !== draft.version) return refuseStale(ctx, id);
	if (!row || !(to === "undo" ? draft.canUndo : draft.canRedo)) return fail("template_draft_missing");
	const { base, steps } = row;
	const last = row.step === discarded ? steps.length : row.step;
	return keep(ctx, id, opened.value, { base, steps, step: to === "undo" ? last - 1 : last + 1, pageKey: null });
};

/** Discards a draft, which a step back brings back as it was. */
export const dropDraft = async (ctx: OrgContext, id: string, version?: number) => {
	const opened = await openToChange(ctx, id);
	if (!opened.ok) return opened;
	const row = startedRow(opened.value);
	if (!row) return ok(toDraft(opened.value));
	if (version !== undefined && version !== row.updatedAt) return refuseStale(ctx, id);
	const steps = row.steps.slice(0, row.step + 1);
	return keep(ctx, id, opened.value, { base: row.base, steps, step: discarded, pageKey: null });
};
